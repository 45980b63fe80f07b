/** The commands for backups. */
import { resolve } from 'node:path'
import { afterRecovery, backUp, expectInstallation, restore } from '@kerf/server/operations/index'
import { type Command, type CommandContext, UsageError } from '../command.ts'
import { isoTime } from '../iso-time.ts'

/** Seen from where the command was called: `npm run` goes elsewhere first. */
function fileOf({ env, positionals: [file = ''] }: Pick<CommandContext, 'env' | 'positionals'>): string {
  if (file.trim() === '') throw new UsageError('FILE is missing')
  return resolve(env.INIT_CWD ?? '.', file)
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export const backupCommand: Command = {
  path: ['backup'],
  summary:
    'Writes all that must not be lost into a new FILE, sealed under KERF_MASTER_KEY; servers go on meanwhile.',
  operands: ['FILE'],
  options: {},
  async run(context) {
    const file = fileOf(context)
    expectInstallation(context.env, context.root)
    const made = await backUp(await context.open(), file, context.operator)
    const holes = made.missing === 0 ? '' : ` Not found in FILE_STORE: ${plural(made.missing, 'picture')}.`
    return {
      json: { file, ...made },
      text: `${file}: ${plural(made.tables.account ?? 0, 'account')}, ${plural(made.pictures, 'picture')}, ${made.bytes} bytes.${holes} It opens with KERF_MASTER_KEY only: keep that apart from it.`,
    }
  },
}

export const restoreCommand: Command = {
  path: ['restore'],
  summary:
    'Puts a backup into a new database, with the KERF_MASTER_KEY of its time; what FILE_STORE knows as deleted since is deleted again.',
  operands: ['FILE'],
  options: {
    'without-deletions': {
      type: 'boolean',
      help: 'the old FILE_STORE is lost: who was deleted since comes back',
    },
  },
  async run(context) {
    const file = fileOf(context)
    const { operator, values } = context
    const withoutDeletions = values['without-deletions'] === true
    const restored = await restore(await context.open(), file, { operator, withoutDeletions })
    const { at, tables, pictures, erased, deletions } = restored
    return {
      json: { file, ...restored },
      text: `Restored as it was at ${isoTime(at)}: ${plural(tables.account ?? 0, 'account')}, ${plural(pictures, 'picture')}. FILE_STORE knows ${plural(deletions, 'deletion')}; of them ${erased} had to be carried out again. Everybody logs in anew.`,
    }
  },
}

export const deletionsReplayCommand: Command = {
  path: ['deletions', 'replay'],
  summary: 'Deletes again what was deleted before the database was put back by its own tools.',
  options: {
    'end-sessions': {
      type: 'boolean',
      help: 'ends every session too: those ended since the recovered moment live again',
    },
  },
  asks: true,
  async run({ values, env, root, operator, open, confirm }) {
    const endSessions = values['end-sessions'] === true
    await confirm(
      `Every account that FILE_STORE names as deleted is erased${endSessions ? ', and everybody is logged out' : ''}. Go on?`,
    )
    expectInstallation(env, root)
    const replayed = await afterRecovery(await open(), { endSessions }, operator)
    const { erased, deletions, sessions } = replayed
    return {
      json: replayed,
      text: `FILE_STORE knows ${plural(deletions, 'deletion')}; of them ${erased} had to be carried out again. Sessions ended: ${sessions}.`,
    }
  },
}
