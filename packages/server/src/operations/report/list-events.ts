import type { Database } from '../../platform/db/database.ts'
import { type ListedEvent, searchEvents } from './tracking-report-store.ts'

export interface EventFilter {
  readonly event?: string | undefined
  /** id of a browser */
  readonly visitor?: string | undefined
  /** inclusive; undefined: the last day */
  readonly since?: Date | undefined
  /** 1 to 10,000 */
  readonly limit: number
}

/** Analytics events, newest first. */
export const listEvents = (
  db: Database,
  { event, visitor, since, limit }: EventFilter,
): Promise<ListedEvent[]> =>
  searchEvents(db, { event: event ?? null, visitor: visitor ?? null, since: since ?? null, limit })
