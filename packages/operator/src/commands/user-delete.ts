import { deleteUser } from '@kerf/server/operations/index'
import type { Command } from '../command.ts'

export const userDeleteCommand: Command = {
  path: ['user', 'delete'],
  summary: 'Erases an account of either kind at once. It cannot be undone.',
  operands: ['UID|EMAIL'],
  options: {},
  asks: true,
  async run({ positionals, operator, open, confirm }) {
    const [who = ''] = positionals
    await confirm(
      `Everything of ${who} is erased: profile, sessions, history, pictures. It cannot be undone. Go on?`,
    )
    const { uid } = await deleteUser(await open(), who, operator)
    return {
      json: { uid, deleted: true },
      text: `${uid} is erased. Its pictures are removed by a running server, or as soon as one runs.`,
    }
  },
}
