/** The commands for backups. */
import { resolve } from 'node:path'
import { backUp, replayDeletions, restore } from '@kerf/server/operations'
import type { Command } from '../command.ts'
import { isoTime } from '../iso-time.ts'

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export const backupCommand: Command = {
  path: ['backup'],
  summary: 'Writes all that must not be lost into a new file, sealed under the master key; servers go on.',
  operands: ['FILE'],
  options: {},
  async run({ positionals, operator, open }) {
    const file = resolve(positionals[0] ?? '')
    const made = await backUp(await open(), file, operator)
    return {
      json: { file, ...made },
      text: `${file}: ${plural(made.tables.account ?? 0, 'account')}, ${plural(made.pictures, 'picture')}, ${made.bytes} bytes. It opens with KERF_MASTER_KEY only: keep that apart from it.`,
    }
  },
}

export const restoreCommand: Command = {
  path: ['restore'],
  summary:
    'Puts a backup into a new database that no server uses yet; what was deleted since is deleted again.',
  operands: ['FILE'],
  options: {},
  async run({ positionals, operator, open }) {
    const file = resolve(positionals[0] ?? '')
    const restored = await restore(await open(), file, operator)
    return {
      json: { file, ...restored },
      text: `Restored as it was at ${isoTime(restored.at)}: ${plural(restored.tables.account ?? 0, 'account')}, ${plural(restored.pictures, 'picture')}. Deleted again, since they had been since: ${restored.erased}. Everybody logs in anew.`,
    }
  },
}

export const deletionsReplayCommand: Command = {
  path: ['deletions', 'replay'],
  summary: 'Deletes again what was deleted before the database was put back by its own tools.',
  options: {},
  async run({ operator, open }) {
    const replayed = await replayDeletions(await open(), operator)
    return { json: replayed, text: `Deleted again: ${plural(replayed.erased, 'account')}.` }
  },
}
