import { type AuditFilter, searchAudit } from '@kerf/server/operations/index'
import { type Command, text, UsageError, type Values } from '../command.ts'
import { isoTime } from '../iso-time.ts'
import { moment } from '../moment.ts'

function filterOf(values: Values): AuditFilter {
  const outcome = text(values, 'outcome')
  if (outcome !== undefined && outcome !== 'ok' && outcome !== 'refused')
    throw new UsageError('--outcome takes ok or refused')
  const limit = Number(text(values, 'limit') ?? 100)
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    throw new UsageError('--limit takes a whole number from 1 to 10000')
  const uid = text(values, 'uid')
  if (uid !== undefined && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uid))
    throw new UsageError('--uid takes a user ID (kerf user show EMAIL tells it)')
  return {
    uid,
    event: text(values, 'event'),
    operator: text(values, 'operator'),
    outcome,
    since: moment(values, 'since'),
    until: moment(values, 'until'),
    limit,
  }
}

export const auditCommand: Command = {
  path: ['audit'],
  summary: 'Searches the audit record, newest first.',
  options: {
    uid: { type: 'string', value: 'UID', help: 'about this account' },
    event: { type: 'string', value: 'NAME', help: 'this event; "login." means every event that begins so' },
    operator: { type: 'string', value: 'NAME', help: 'done by this operator' },
    outcome: { type: 'string', value: 'ok|refused', help: 'with this outcome' },
    since: { type: 'string', value: 'DATE', help: 'at or after YYYY-MM-DD (UTC) or a full ISO time' },
    until: { type: 'string', value: 'DATE', help: 'before it' },
    limit: { type: 'string', value: 'N', help: 'at most so many, default 100' },
  },
  async run({ values, operator, open }) {
    const filter = filterOf(values)
    const { db } = await open()
    const rows = await searchAudit(db, filter, operator)
    const lines = rows.map(({ at, event, outcome, uid, operator: by, network, app, detail }) =>
      [
        isoTime(at),
        event,
        outcome,
        uid ?? '-',
        by === null ? '' : `by ${by}`,
        network ?? '',
        app ?? '',
        Object.keys(detail).length > 0 ? JSON.stringify(detail) : '',
      ]
        .filter(Boolean)
        .join('  '),
    )
    return { json: rows, text: lines.length > 0 ? lines.join('\n') : 'Nothing found.' }
  },
}
