/** What became of a request whose id a visitor reads out. */
import { errorNameOfCode } from '@kerf/contract/errors'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { OperationError } from '../input/operation-error.ts'
import { type MailRow, searchMails } from '../mail/mail-report-store.ts'
import { listBansAround } from '../network/network-ban-store.ts'
import { type AuditRow, searchAuditEvents } from './audit-report-store.ts'

export interface ShownRequest {
  readonly request: string
  /** one sentence for each fact, oldest first */
  readonly outcome: readonly string[]
  readonly events: readonly AuditRow[]
  readonly mails: readonly MailRow[]
}

const REQUEST_ID = /^[\w-]{8,64}$/
const ROWS_MAX = 100

const nameOf = (code: unknown): string =>
  `${code}${typeof code === 'number' ? ` ${errorNameOfCode(code) ?? 'unknown'}` : ''}`

function describe({ event, outcome, detail, network }: AuditRow): string {
  if (event === 'call.refused') {
    const limit = detail.limit === undefined ? '' : `, limit ${detail.limit}`
    return `${detail.call} was refused: ${nameOf(detail.code)}${limit}`
  }
  const reason = detail.reason === undefined ? '' : ` (${detail.reason})`
  return `${event} ${outcome}${reason}${network === null ? '' : ` from ${network}`}`
}

/** Throws an OperationError. A request that was no change and was not refused has no audit rows: the log has its line. */
export async function showRequest(db: Database, given: string, operator: string): Promise<ShownRequest> {
  const request = given.trim()
  if (!REQUEST_ID.test(request)) throw new OperationError('request_id_invalid', { request })
  const any = {
    uid: null,
    event: null,
    prefix: null,
    operator: null,
    outcome: null,
    network: null,
    before: null,
  }
  const found = await searchAuditEvents(db, {
    ...{ ...any, request, since: null, until: null, limit: ROWS_MAX },
  })
  const events = found.toReversed()
  const mails = await searchMails(db, {
    ...{ addressHash: null, requestId: request, status: null, domain: null, since: null, limit: ROWS_MAX },
  })
  const networks = [...new Set(events.flatMap(({ network }) => network ?? []))]
  const bans = networks.length === 0 ? [] : await listBansAround(db, { networks })
  const uid = events.find(row => row.uid !== null)?.uid ?? null
  await writeAudit(db, {
    event: 'audit.request',
    outcome: 'ok',
    uid,
    operator,
    detail: { request, events: events.length },
  })
  return {
    request,
    events,
    mails,
    outcome: [
      ...events.map(describe),
      ...mails.map(
        ({ template, domain, status, code }) =>
          `the email ${template} to ${domain} is ${status}${code === null ? '' : ` (${code})`}`,
      ),
      ...bans.map(({ network }) => `${network} is banned now: kerf ip unban ${network}`),
    ],
  }
}
