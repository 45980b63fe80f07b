import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import {
  confirmOperator,
  createOperatorToken,
  editOperator,
  inviteOperator,
  listOperators,
  listOperatorTokens,
  listPasskeysOf,
  OPERATOR_ROLES,
  removeOperator,
  removePasskey,
  revokeOperatorToken,
} from '@kerf/server/operations/index'
import type { CommandRegistry, CreateAction } from '../input/command-context.ts'
import { collect, optionalText, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

const DAYS_DEFAULT = 90
const OPERATOR_HELP = 'see "kerf operator list"'
const DAYS_MAX = 366
const ROLE_NAMES = `${OPERATOR_ROLES.join(', ')} (all of them)`

function addIdentityCommands(operators: Command, action: CreateAction): void {
  operators
    .command('invite')
    .description(
      'Prints a link by which an operator adds a passkey for the console. It counts once, within 24 hours.',
    )
    .requiredOption('--name <name>', 'the operator, also one who has lost every passkey', requiredText)
    .option('--role <role>', `${ROLE_NAMES}; repeat it for each role (default: support)`, collect)
    .action(
      action(async ({ operator, open, note }, { name, role }) => {
        const { db, config } = await open()
        const invited = await inviteOperator(db, { name, roles: role && [...role], operator })
        const { consoleOrigin } = config
        if (consoleOrigin === undefined)
          note('CONSOLE_HOST is not set: there is no console to open the link.')
        const link = `${consoleOrigin ?? 'https://CONSOLE_HOST'}/enroll#${invited.token}`
        return {
          json: { name: invited.name, roles: invited.roles, link, hours: invited.hours },
          text: `${link}\n\nFor ${invited.name} (${invited.roles.join(', ')}), once, within ${invited.hours} hours. Hand it over in person.`,
        }
      }),
    )

  operators
    .command('list')
    .description('Lists the operators, those who left last.')
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        return listOutput(await listOperators(db, operator), 'There are no operators.', {
          NAME: row => row.name,
          ROLES: row => row.roles.join(' '),
          PASSKEYS: row => row.passkeys,
          'COMPANY LOGIN': row => (row.hasCompanyLogin ? 'yes' : 'no'),
          'INVITED BY': row => row.invitedBy,
          'CONFIRMED BY': row => row.confirmedBy,
          CREATED: row => isoTime(row.createdAt),
          LEFT: row => isoTime(row.removedAt),
        })
      }),
    )

  operators
    .command('edit')
    .description('Replaces the roles of an operator. Sessions and tokens have them from the next call on.')
    .argument('<NAME>', OPERATOR_HELP)
    .requiredOption('--role <role>', `${ROLE_NAMES}; repeat it for each role`, collect)
    .action(
      action(async ({ operator, open }, name, { role }) => {
        const { db } = await open()
        const edited = await editOperator(db, { name, roles: [...role], operator })
        return { json: edited, text: `${edited.name} has the roles ${edited.roles.join(', ')}.` }
      }),
    )

  operators
    .command('confirm')
    .description(
      'Vouches for an operator whom another owner let in, who then takes part in acts of two persons with others of that owner.',
    )
    .argument('<NAME>', OPERATOR_HELP)
    .action(
      action(async ({ operator, open, confirm }, name) => {
        await confirm(`You know ${name} and have met ${name} as a person of the team. Continue?`)
        const { db } = await open()
        const confirmed = await confirmOperator(db, { name, operator })
        return { json: confirmed, text: `${confirmed.name} is confirmed.` }
      }),
    )

  operators
    .command('remove')
    .description('Ends the sessions, tokens and passkeys of an operator who leaves, at once.')
    .argument('<NAME>', OPERATOR_HELP)
    .action(
      action(async ({ operator, open, confirm }, name) => {
        await confirm(`${name} cannot enter any more. Continue?`)
        const { db } = await open()
        const removed = await removeOperator(db, name, operator)
        return { json: removed, text: `${removed.name} is no operator any more.` }
      }),
    )

  operators
    .command('passkeys')
    .description('Lists the passkeys of an operator, oldest first.')
    .argument('<NAME>', OPERATOR_HELP)
    .action(
      action(async ({ operator, open }, name) => {
        const { db } = await open()
        return listOutput(await listPasskeysOf(db, name, operator), 'There are no passkeys.', {
          PASSKEY: row => row.id,
          CREATED: row => isoTime(row.createdAt),
          USED: row => isoTime(row.usedAt),
          SYNCED: row => (row.synced ? 'yes' : 'no'),
        })
      }),
    )

  operators
    .command('remove-passkey')
    .description(
      'Removes a lost passkey of an operator and ends the sessions. Never the last one: invite the operator instead.',
    )
    .argument('<NAME>', OPERATOR_HELP)
    .argument('<PASSKEY>', 'see "kerf operator passkeys"')
    .action(
      action(async ({ operator, open, confirm }, name, id) => {
        await confirm(`${name} cannot enter with the passkey ${id} any more. Continue?`)
        const { db } = await open()
        const removed = await removePasskey(db, { name, id, operator })
        return { json: removed, text: `The passkey ${removed.id} of ${removed.name} is removed.` }
      }),
    )
}

export function addOperatorCommands({ program, action }: CommandRegistry): void {
  const operators = program.command('operator').description('Manages the identities of operators.')
  addIdentityCommands(operators as unknown as Command, action)
  const token = operators
    .command('token')
    .description('Manages tokens, which prove who an operator is where no login to the machine does.')

  token
    .command('create')
    .description("Creates an operator's token, which is shown only once. Without --role it may only support.")
    .requiredOption(
      '--name <name>',
      'operator who gets it; created if there is none of that name',
      requiredText,
    )
    .option('--role <role>', `${ROLE_NAMES}; repeat it for each role`, collect)
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
