/** Rows of behaviour events. */
import { statement } from '../../platform/db/database.ts'

export interface StoredEvent {
  /** unix milliseconds */
  readonly occurredAt: number
  readonly event: string
  readonly visitor: string
  readonly login: string | null
  readonly properties: Readonly<Record<string, string | number | boolean>>
}

/** `rows`: a JSON array of `[seconds, event, visitor, login, properties]`. */
export const insertEvents = statement<never, [rows: string]>(
  'tracking.insert',
  `insert into tracking_event (occurred_at, event, visitor, login, properties)
   select to_timestamp((r->>0)::float8), r->>1, r->>2, (r->>3)::uuid, r->4 from jsonb_array_elements($1::jsonb) as r`,
)

/** Makes days ahead, drops those kept long enough (0: none); gives how many went. */
export const maintainTrackingDays = statement<{ gone: number }, [ahead: number, kept: number]>(
  'tracking.days',
  'select keep_tracking_days($1, $2) as gone',
)
