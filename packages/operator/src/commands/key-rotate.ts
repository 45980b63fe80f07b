import { parseMasterKey, rotateMasterKey } from '@kerf/server/operations/index'
import type { Command } from '../command.ts'

export const keyRotateCommand: Command = {
  path: ['key', 'rotate'],
  summary: 'Puts every kept key under the master key in KERF_MASTER_KEY_NEW.',
  options: {},
  asks: true,
  async run({ env, operator, open, confirm }) {
    const key = parseMasterKey(env.KERF_MASTER_KEY_NEW)
    await confirm('From then on the present master key opens nothing, backups made before excepted. Go on?')
    const { db, config } = await open()
    const rotated = await rotateMasterKey(db, config, key, operator)
    const next =
      config.masterKey === undefined
        ? 'DATA_DIR/master.key was replaced.'
        : 'Set KERF_MASTER_KEY to the new key and restart the servers: a process that starts with the old one stops at once.'
    return { json: { rotated }, text: `Keys under the new master key: ${rotated}. ${next}` }
  },
}
