/** Table `tracking_event`: behavior events, with one partition per day. */
import { statement } from '../../platform/db/database.ts'

export interface StoredEvent {
  /** unix milliseconds */
  readonly occurredAt: number
  readonly event: string
  /** random id of the browser */
  readonly visitor: string
  /** analytics id of the account; null without a session */
  readonly login: string | null
  readonly properties: Readonly<Record<string, string | number | boolean>>
}

/** `rows`: a JSON array of `[seconds, event, visitor, login, properties]`. */
export const insertEvents = statement<never, { rows: string }>(
  'tracking_event.insert',
  `insert into tracking_event (occurred_at, event, visitor, login, properties)
   select to_timestamp((r->>0)::float8), r->>1, r->>2, (r->>3)::uuid, r->4 from jsonb_array_elements($rows::jsonb) as r`,
  { scope: 'coordinator' },
)

export const deleteEventsOf = statement<never, { login: string }>(
  'tracking_event.delete_of',
  'delete from tracking_event where login = $login',
  { scope: 'coordinator' },
)

/**
 * Creates the partitions of the next `daysAhead` days and drops those older than `retentionDays`; 0 drops none. Returns the
 * number of dropped partitions.
 */
export const maintainTrackingDays = statement<
  { dropped: number },
  { daysAhead: number; retentionDays: number }
>('tracking_event.maintain_days', 'select keep_tracking_days($daysAhead, $retentionDays) as dropped', {
  scope: 'coordinator',
})
