/** The live sessions and the sign-in history of an account, as its owner sees them (S-051, S-119). */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getSessionLog } from '@kerf/contract/endpoints/session'
import type { Language } from '@kerf/contract/language'
import { SYSTEMS, type System } from '@kerf/contract/portal-url'
import type { Queryable } from '../../platform/db/database.ts'
import { placeName } from '../../platform/geo/place-name.ts'
import { parseIdCursor } from '../../web/page-cursor.ts'
import type { SessionClaims } from './session-claims.ts'
import { listSessions } from './session-store.ts'
import { listSignIns } from './store/sign-in-record-store.ts'

const DEFAULT_PAGE_SIZE = 20
/** Above every id. */
const FIRST_CURSOR = '9223372036854775807'

const toSystem = (value: string): System => SYSTEMS.find(known => known === value) ?? 'web-pc'

/** `history` may be a replica. Throws `bad_request` for a cursor that no page has returned. */
export async function readSessionLog(
  on: { readonly sessions: Queryable; readonly history: Queryable },
  { uid, handle }: SessionClaims,
  lang: Language,
  page: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
): Promise<OutputOf<typeof getSessionLog>> {
  const limit = page.limit ?? DEFAULT_PAGE_SIZE
  const before = parseIdCursor(page.cursor) ?? FIRST_CURSOR
  const [live, signIns] = await Promise.all([
    listSessions(on.sessions, { uid }),
    listSignIns(on.history, { uid, before, limit: limit + 1 }),
  ])
  const sessions = live.map(row => ({
    session: row.handle,
    ip: row.ip ?? '',
    location: placeName(row.place, lang),
    application: row.application,
    platform: toSystem(row.platform),
    firstLogin: row.first_login,
    lastLogin: row.last_seen,
    current: row.handle === handle,
    recognized: row.recognized,
    machineUntil: row.ends_at,
  }))
  const items = signIns.slice(0, limit)
  return {
    sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
    log: {
      items: items.map(row => ({
        at: row.at,
        ip: row.ip ?? '',
        location: placeName(row.place, lang),
        application: row.application,
        platform: toSystem(row.platform),
        session: row.session,
      })),
      next: signIns.length > limit ? (items.at(-1)?.id ?? null) : null,
    },
  }
}
