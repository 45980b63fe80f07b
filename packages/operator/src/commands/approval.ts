import {
  decideApproval,
  listApprovals,
  type ShownApproval,
  showApproval,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { requiredText } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

const LIST_MAX = 200
const ID_HELP = 'see "kerf approval list"'

export function addApprovalCommands({ program, action }: CommandRegistry): void {
  const approval = program.command('approval').description('Decides about acts that need a second operator.')

  approval
    .command('list')
    .description('Lists the acts that wait for a second operator.')
    .option('--all', 'also those that were decided')
    .action(
      action(async ({ operator, open }, { all = false }) => {
        const { db } = await open()
        const rows = await listApprovals(db, { pendingOnly: !all, limit: LIST_MAX }, operator)
        return listOutput(rows, 'Nothing waits.', {
          ID: row => row.id,
          STATE: row => row.state,
          'ASKED BY': row => row.requestedBy,
          EXPIRES: row => isoTime(row.expiresAt),
          'DECIDED BY': row => row.decidedBy,
          WHAT: row => `${row.operation}: ${row.summary}`,
        })
      }),
    )

  approval
    .command('show')
    .description('Shows an act, why it was asked for, and what became of it.')
    .argument('<ID>', ID_HELP)
    .action(
      action(async ({ operator, open }, id) => {
        const { db } = await open()
        const row = await showApproval(db, id, operator)
        return { json: row, text: renderApproval(row) }
      }),
    )

  approval
    .command('approve')
    .description('Approves an act of another operator, who then runs the same command again.')
    .argument('<ID>', ID_HELP)
    .option(
      '--seen <digest>',
      'of "kerf approval show", which you have read; without it a terminal shows the act',
      requiredText,
    )
    .action(
      action(async ({ operator, open, ask, reason }, id, { seen }) => {
        const { db } = await open()
        let digest = seen
        if (digest === undefined)
          await ask(async () => {
            const asked = await showApproval(db, id, operator)
            digest = asked.digest
            return `${renderApproval(asked)}\nApprove?`
          }, `Read the request first: "kerf approval show ${id}". Then give its digest with --seen.`)
        const row = await decideApproval(db, { id, approve: true, seen: digest, note: reason, operator })
        return {
          json: row,
          text: `${id} is approved. ${row.requestedBy} runs "kerf ${row.operation}" again, until ${isoTime(row.expiresAt)}.`,
        }
      }),
    )

  approval
    .command('reject')
    .description('Rejects an act that waits; who asked for it can withdraw it like this.')
    .argument('<ID>', ID_HELP)
    .action(
      action(async ({ operator, open, reason }, id) => {
        const { db } = await open()
        const row = await decideApproval(db, { id, approve: false, note: reason, operator })
        return { json: row, text: `${id} is rejected.` }
      }),
    )
}

const renderApproval = (row: ShownApproval): string =>
  [
    ['what', `${row.operation}: ${row.summary}`],
    ...(row.details === null ? [] : [['details', row.details]]),
    ['why', row.reason],
    ['asked by', `${row.requestedBy} (${row.requestedSource}), ${isoTime(row.createdAt)}`],
    ['digest', row.digest],
    ['state', `${row.state}, ends ${isoTime(row.expiresAt)}`],
    ...(row.decidedBy === null
      ? []
      : [['decided by', `${row.decidedBy} (${row.decidedSource}), ${isoTime(row.decidedAt)}`]]),
    ...(row.note === null ? [] : [['note', row.note]]),
  ]
    .map(([label = '', value = '']) => `${label.padEnd(12)}${value}`)
    .join('\n')
