import { parseMasterKey, rotateMasterKey } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../command-context.ts'

export function addKeyCommands({ program, action }: CommandRegistry): void {
  const key = program.command('key').description('Manages the keys that encrypt stored data.')

  key
    .command('rotate')
    .description('Encrypts every stored key under the new master key in KERF_MASTER_KEY_NEW.')
    .action(
      action(async ({ env, operator, open, confirm }) => {
        const newKey = parseMasterKey(env.KERF_MASTER_KEY_NEW)
        await confirm('The current master key then decrypts older backups only. Continue?')
        const { db, config } = await open()
        const rotated = await rotateMasterKey(db, config, newKey, operator)
        const next =
          config.masterKey === undefined
            ? 'DATA_DIR/master.key was replaced.'
            : 'Set KERF_MASTER_KEY to the new key and restart the servers: a process that starts with the old key stops at once.'
        return { json: { rotated }, text: `Keys under the new master key: ${rotated}. ${next}` }
      }),
    )
}
