import { Option } from '@commander-js/extra-typings'
import {
  createEnterprise,
  editEnterprise,
  listEnterprises,
  resetEnterprise,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { requiredText } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'
import { changeStatus, REASON, UNTIL } from './user.ts'

const ACCOUNT = '<ACCOUNT|UID>'
const ACCOUNT_HELP = 'enterprise account ID or user ID'

export function addEnterpriseCommands({ program, action }: CommandRegistry): void {
  const enterprise = program.command('enterprise').description('Manages enterprise accounts.')
  const accountCommand = (name: string, description: string) =>
    enterprise.command(name).description(description).argument(ACCOUNT, ACCOUNT_HELP)

  enterprise
    .command('create')
    .description('Creates an enterprise account with a random default password, which is shown only once.')
    .requiredOption('--account <id>', 'enterprise account ID', requiredText)
    .requiredOption('--email <address>', 'where codes and notices go', requiredText)
    .requiredOption('--name <name>', "the company's name", requiredText)
    .addOption(
      new Option('--lang <lang>', 'language of its mails')
        .choices(['en', 'zh'] as const)
        .default('en' as const),
    )
    .action(
      action(async ({ operator, open }, { account, email, name, lang }) => {
        const { db } = await open()
        const created = await createEnterprise(db, { account, email, name, lang, operator })
        return {
          json: created,
          text: `uid       ${created.uid}
account   ${created.account}
password  ${created.password}

The password is shown only once. It expires if nobody logs in with it within 30 days.`,
        }
      }),
    )

  enterprise
    .command('list')
    .description('Lists all enterprise accounts by account ID.')
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        const rows = await listEnterprises(db, operator)
        return listOutput(rows, 'There are no enterprise accounts.', {
          ACCOUNT: row => row.account,
          NAME: row => row.name,
          EMAIL: row => row.email,
          STATUS: row => row.status,
          PASSWORD: passwordState,
          CREATED: row => isoTime(row.createdAt),
          'LAST LOGIN': row => isoTime(row.lastSignIn),
          UID: row => row.uid,
        })
      }),
    )

  accountCommand(
    'edit',
    'Changes the mailbox or the name of an enterprise account. Both mailboxes are notified.',
  )
    .option('--email <address>', 'where codes and notices are sent from now on', requiredText)
    .option('--name <name>', "the company's name", requiredText)
    .addOption(
      new Option(
        '--second-factor <demand>',
        'required: an authenticator app is set up at the next login',
      ).choices(['required', 'optional'] as const),
    )
    .action(
      action(async ({ operator, open, confirm }, who, { email, name, secondFactor }) => {
        if (email !== undefined)
          await confirm(`Anyone who can read ${email} can recover the account ${who}. Continue?`)
        const changed = await editEnterprise(await open(), { who, email, name, secondFactor, operator })
        return {
          json: changed,
          text: `${changed.account}  ${changed.email}${changed.name === null ? '' : `  ${changed.name}`}${secondFactor ? `  second factor ${secondFactor}` : ''}`,
        }
      }),
    )

  accountCommand(
    'reset',
    'Gives an enterprise account a new default password, shown only once, and ends its sessions.',
  ).action(
    action(async ({ operator, open, confirm }, who) => {
      await confirm(`The password of ${who} stops working and every session ends. Continue?`)
      const reset = await resetEnterprise(await open(), who, operator)
      return {
        json: reset,
        text: `uid       ${reset.uid}
account   ${reset.account}
password  ${reset.password}

Sessions ended: ${reset.sessionsEnded}. The password is shown only once; the mail to the account does not contain it.
It expires if nobody logs in with it within 30 days.`,
      }
    }),
  )

  accountCommand('disable', 'Disables an enterprise account: its sessions end and nobody can log in to it.')
    .option(...REASON)
    .option(...UNTIL)
    .action(
      action((context, who, ban) =>
        changeStatus(context, { who, change: 'ban', kind: 'enterprise', ...ban }),
      ),
    )

  accountCommand('enable', 'Enables a disabled enterprise account.').action(
    action((context, who) => changeStatus(context, { who, change: 'unban', kind: 'enterprise' })),
  )
}

function passwordState(row: { readonly defaultPassword: boolean; readonly defaultDead: boolean }): string {
  if (!row.defaultPassword) return 'own'
  return row.defaultDead ? 'default, expired' : 'default'
}
