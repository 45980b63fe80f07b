/** Backup, restoration, and the replay of deletions after a recovery. */
import { resolve } from 'node:path'
import {
  assertInstallation,
  createBackup,
  nameAccounts,
  planDeletions,
  replayDeletions,
  restoreBackup,
} from '@kerf/server/operations/index'
import { type CommandRegistry, type Environment, UsageError } from '../input/command-context.ts'
import { isoTime } from '../output/iso-time.ts'

export function addBackupCommands({ program, action }: CommandRegistry): void {
  program
    .command('backup')
    .description(
      'Writes the database and the pictures into a new FILE, encrypted under KERF_MASTER_KEY. Servers keep running.',
    )
    .argument('<FILE>', 'path of the backup, or s3://bucket/prefix/name; it must not exist')
    .action(
      action(async ({ env, root, operator, open }, path) => {
        const file = resolveFile(env, path)
        assertInstallation(env, root)
        const made = await createBackup(await open(), file, operator)
        const missing = made.missing === 0 ? '' : ` Missing in FILE_STORE: ${count(made.missing, 'picture')}.`
        return {
          json: { file, ...made },
          text: `${file}: ${count(made.tables.account ?? 0, 'account')}, ${count(made.pictures, 'picture')}, ${made.bytes} bytes.${missing} Only KERF_MASTER_KEY decrypts it: store the key elsewhere.`,
        }
      }),
    )

  program
    .command('restore')
    .description(
      'Restores a backup into a new database with the KERF_MASTER_KEY of its time. Accounts that FILE_STORE records as deleted since then are erased again.',
    )
    .argument('<FILE>', 'path of the backup, or s3://bucket/prefix/name')
    .option('--without-deletions', 'FILE_STORE is lost: accounts deleted since the backup come back')
    .option(ACCEPT_UNPROVEN, ACCEPT_UNPROVEN_MEANING)
    .action(
      action(async ({ env, operator, open }, path, { withoutDeletions = false, acceptUnproven = false }) => {
        const file = resolveFile(env, path)
        const restored = await restoreBackup(await open({ create: true }), file, {
          operator,
          withoutDeletions,
          acceptUnproven,
        })
        const { at, tables, pictures, erased, deletions, losses } = restored
        return {
          json: { file, ...restored },
          text: `Restored as of ${isoTime(at)}: ${count(tables.account ?? 0, 'account')}, ${count(pictures, 'picture')}. ${renderReplay(deletions, erased)}${renderLosses(losses)} Everyone has to log in again.`,
        }
      }),
    )

  program
    .command('deletions')
    .description('Repeats deletions that a recovered database does not know.')
    .command('replay')
    .description("Erases deleted accounts again after the database was recovered by PostgreSQL's own tools.")
    .option(
      '--end-sessions',
      'also end all sessions and tokens of apps, and remove all operators: the recovery restored ended ones',
    )
    .option(ACCEPT_UNPROVEN, ACCEPT_UNPROVEN_MEANING)
    .option(
      '--dry-run',
      'only list the accounts and count the rights on machines; before servers start, as the command itself',
    )
    .action(
      action(async ({ env, root, operator, open, confirm }, options) => {
        const { endSessions = false, acceptUnproven = false, dryRun = false } = options
        assertInstallation(env, root)
        const installation = await open()
        const plan = await planDeletions(installation)
        const { accounts, unproven } = plan
        const all = [...accounts, ...unproven]
        const planned = `${renderAccounts(all)}${renderPlannedLosses(plan.losses)}`
        if (dryRun) {
          const unprovenText =
            unproven.length === 0 ? '' : ` Of these, records without a proof name: ${nameAccounts(unproven)}.`
          return { json: plan, text: `${planned}${unprovenText}` }
        }
        // A refusal needs no question.
        if (unproven.length === 0 || acceptUnproven)
          await confirm(
            `${planned}${endSessions ? ' All sessions end. All operators lose access and must be invited again.' : ''} Continue?`,
          )
        const replayed = await replayDeletions(installation, plan, { endSessions, acceptUnproven }, operator)
        const { erased, deletions, sessions, operators, losses } = replayed
        return {
          json: { ...replayed, accounts: all.map(({ uid }) => uid) },
          text: `${renderReplay(deletions, erased)}${renderLosses(losses)} Sessions ended: ${sessions}.${renderOperators(operators)}`,
        }
      }),
    )
}

const ACCEPT_UNPROVEN = '--accept-unproven'
const ACCEPT_UNPROVEN_MEANING =
  'also believe erasure records without a valid proof, such as those of earlier versions: look at their accounts first'

const renderAccounts = (accounts: Parameters<typeof nameAccounts>[0]): string =>
  accounts.length === 0
    ? 'No account has to be erased.'
    : `${count(accounts.length, 'account')} will be erased: ${nameAccounts(accounts)}.`

/** Relative to the folder the command was called from: `npm run` changes the working folder first. */
function resolveFile(env: Environment, path: string): string {
  if (path.trim() === '') throw new UsageError('FILE is empty.')
  return path.startsWith('s3://') ? path : resolve(env.INIT_CWD ?? '.', path)
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

const renderReplay = (deletions: number, erased: number): string =>
  `FILE_STORE records ${count(deletions, 'deletion')}; ${count(erased, 'account')} had to be erased again.`

const renderOperators = (operators: number): string =>
  operators > 0
    ? ` ${count(operators, 'operator')} lost access. Invite them again: kerf operator invite --name NAME --role ROLE.`
    : ''

const renderPlannedLosses = ({ ended }: { readonly ended: number }): string =>
  ended > 0 ? ` ${count(ended, 'right')} on machines will be ended again.` : ''

function renderLosses({ ended, unproven }: { readonly ended: number; readonly unproven: number }): string {
  const again = ended > 0 ? ` ${count(ended, 'right')} on machines had to be ended again.` : ''
  const left =
    unproven > 0 ? ` ${count(unproven, 'record')} of ended rights prove nothing and were left out.` : ''
  return again + left
}
