import { resolve } from 'node:path'
import {
  createOperatorToken,
  listOperatorTokens,
  OPERATOR_ROLES,
  revokeOperatorToken,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { collect, optionalText, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

const DAYS_DEFAULT = 90
const DAYS_MAX = 366

export function addOperatorCommands({ program, action }: CommandRegistry): void {
  const token = program
    .command('operator')
    .description('Manages the identities of operators.')
    .command('token')
    .description('Manages tokens, which prove who an operator is where no login to the machine does.')

  token
    .command('create')
    .description("Creates an operator's token, which is shown only once. Without --role it may only support.")
    .requiredOption('--name <name>', 'person who gets it', requiredText)
    .option('--role <role>', `${OPERATOR_ROLES.join(', ')} (all of them); repeat it for each role`, collect)
    .option('--days <n>', 'how long it is valid', wholeNumber(1, DAYS_MAX), DAYS_DEFAULT)
    .option(
      '--file <path>',
      'new file for the token, which only its owner can read (default: it is printed)',
      optionalText,
    )
    .action(
      action(async ({ env, operator, open }, { name, role = ['support'], days, file: path }) => {
        const file = path && resolve(env.INIT_CWD ?? '.', path)
        const { db } = await open()
        const created = await createOperatorToken(db, { name, roles: role, days, file, operator })
        const where = file ?? created.token
        return {
          json: file === undefined ? created : { ...created, file },
          text: `${where}

${created.name} (${created.roles.join(', ')}) until ${isoTime(created.expiresAt)}, token ${created.id}. ${
            file === undefined
              ? 'It is shown only once: put it into a file with mode 600'
              : 'The token is in the file'
          }, and name the file in KERF_OPERATOR_TOKEN_FILE.`,
        }
      }),
    )

  token
    .command('list')
    .description("Lists the operators' tokens, those that ended too.")
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        const rows = await listOperatorTokens(db, operator)
        return listOutput(rows, 'There are no tokens.', {
          TOKEN: row => row.id,
          NAME: row => row.name,
          ROLES: row => row.roles.join(' '),
          'ISSUED BY': row => row.issuer,
          CREATED: row => isoTime(row.createdAt),
          EXPIRES: row => isoTime(row.expiresAt),
          REVOKED: row => isoTime(row.revokedAt),
          USED: row => isoTime(row.usedAt),
        })
      }),
    )

  token
    .command('revoke')
    .description("Revokes an operator's token at once.")
    .argument('<TOKEN>', 'see "kerf operator token list"')
    .action(
      action(async ({ operator, open, confirm }, id) => {
        await confirm(`Nobody can act with the token ${id} any more. Continue?`)
        const { db } = await open()
        const revoked = await revokeOperatorToken(db, id, operator)
        return { json: revoked, text: `The token ${id} of ${revoked.name} is revoked.` }
      }),
    )
}
