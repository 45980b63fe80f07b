import { Option } from '@commander-js/extra-typings'
import { AUDIT_EVENTS, type AuditRow, searchAudit } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { date, optionalText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'

const LIMIT_DEFAULT = 100
const LIMIT_MAX = 10_000

export function addAuditCommand({ program, action }: CommandRegistry): void {
  program
    .command('audit')
    .description('Searches the audit record, newest first.')
    .option(
      '--uid <uid>',
      'events of this account: user ID, email address or enterprise account ID',
      optionalText,
    )
    .option('--event <name>', 'this event; "login." matches every event that starts with it', optionalText)
    .option('--operator <name>', 'events caused by this operator', optionalText)
    .option('--request <id>', 'events of this request', optionalText)
    .option('--network <cidr>', 'events from this address or network', optionalText)
    .addOption(
      new Option('--outcome <outcome>', 'events with this outcome').choices(['ok', 'refused'] as const),
    )
    .option('--since <date>', 'at or after YYYY-MM-DD (UTC) or a full ISO time', date)
    .option('--until <date>', 'before YYYY-MM-DD (UTC) or a full ISO time', date)
    .option('--before <id>', 'the next page, as the output of the page before names it', optionalText)
    .option('--limit <n>', 'maximum number of rows', wholeNumber(1, LIMIT_MAX), LIMIT_DEFAULT)
    .addHelpText('after', `\nEvents: ${AUDIT_EVENTS.join(', ')}.`)
    .action(
      action(async ({ operator, open }, { operator: by, uid: who, ...filter }) => {
        const { db } = await open()
        const rows = await searchAudit(db, { ...filter, who, operator: by }, operator)
        const isMore = rows.length === filter.limit
        const lines = [...rows.map(renderRow), ...(isMore ? [`More: --before ${rows.at(-1)?.id}`] : [])]
        return { json: rows, text: lines.join('\n') || 'Nothing found.' }
      }),
    )
}

type Changed = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** `status: active → banned` */
const renderChanges = (changed: Changed): string =>
  Object.entries(changed)
    .map(([field, { from, to }]) => `${field}: ${from ?? '–'} → ${to ?? '–'}`)
    .join(', ')

const renderRow = ({
  at,
  event,
  outcome,
  uid,
  network,
  app,
  requestId,
  detail: all,
  ...by
}: AuditRow): string => {
  const { changed, ...detail } = all
  return [
    isoTime(at),
    event,
    outcome,
    uid ?? '-',
    renderOperator(by),
    network ?? '',
    app ?? '',
    requestId ?? '',
    changed ? renderChanges(changed as Changed) : '',
    Object.keys(detail).length > 0 ? JSON.stringify(detail) : '',
  ]
    .filter(Boolean)
    .join('  ')
}

function renderOperator({
  operator,
  operatorSource,
  operatorStated,
}: Pick<AuditRow, 'operator' | 'operatorSource' | 'operatorStated'>): string {
  if (operator === null) return ''
  const stated = operatorStated === null ? '' : `, stated ${JSON.stringify(operatorStated)}`
  return `by ${operator} (${operatorSource ?? 'typed'}${stated})`
}
