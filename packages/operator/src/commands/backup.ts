/** Backup, restoration, and the replay of deletions after a recovery. */
import { resolve } from 'node:path'
import {
  assertInstallation,
  createBackup,
  replayDeletions,
  restoreBackup,
} from '@kerf/server/operations/index'
import { type CommandRegistry, type Environment, UsageError } from '../command-context.ts'
import { isoTime } from '../output/iso-time.ts'

export function addBackupCommands({ program, action }: CommandRegistry): void {
  program
    .command('backup')
    .description(
      'Writes the database and the pictures into a new FILE, encrypted under KERF_MASTER_KEY. Servers keep running.',
    )
    .argument('<FILE>', 'path of the backup; it must not exist')
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
    .argument('<FILE>', 'path of the backup')
    .option('--without-deletions', 'FILE_STORE is lost: accounts deleted since the backup come back')
    .action(
      action(async ({ env, operator, open }, path, { withoutDeletions = false }) => {
        const file = resolveFile(env, path)
        const restored = await restoreBackup(await open({ create: true }), file, {
          operator,
          withoutDeletions,
        })
        const { at, tables, pictures, erased, deletions } = restored
        return {
          json: { file, ...restored },
          text: `Restored as of ${isoTime(at)}: ${count(tables.account ?? 0, 'account')}, ${count(pictures, 'picture')}. ${renderReplay(deletions, erased)} Everybody has to sign in again.`,
        }
      }),
    )

  program
    .command('deletions')
    .description('Repeats deletions that a recovered database does not know.')
    .command('replay')
    .description("Erases deleted accounts again after the database was recovered by PostgreSQL's own tools.")
    .option('--end-sessions', 'end every session too, because ended sessions came back with the recovery')
    .action(
      action(async ({ env, root, operator, open, confirm }, { endSessions = false }) => {
        await confirm(
          `Every account that FILE_STORE records as deleted is erased${endSessions ? ' and every session ends' : ''}. Continue?`,
        )
        assertInstallation(env, root)
        const replayed = await replayDeletions(await open(), { endSessions }, operator)
        const { erased, deletions, sessions } = replayed
        return {
          json: replayed,
          text: `${renderReplay(deletions, erased)} Sessions ended: ${sessions}.`,
        }
      }),
    )
}

/** Relative to the folder the command was called from: `npm run` changes the working folder first. */
function resolveFile(env: Environment, path: string): string {
  if (path.trim() === '') throw new UsageError('FILE is empty.')
  return resolve(env.INIT_CWD ?? '.', path)
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

const renderReplay = (deletions: number, erased: number): string =>
  `FILE_STORE records ${count(deletions, 'deletion')}; ${count(erased, 'account')} had to be erased again.`
