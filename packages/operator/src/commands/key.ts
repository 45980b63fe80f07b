import {
  loadInstallationKeys,
  parseMasterKey,
  rotateCredentialKey,
  rotateMasterKey,
  rotateSigningKeys,
  withdrawCredentialKey,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { isoTime } from '../output/iso-time.ts'

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

  key
    .command('rotate-credential')
    .description(
      'Adds a key that signs credentials. It starts signing after an hour; older keys stay published.',
    )
    .action(
      action(async ({ operator, open }) => {
        const { db, config } = await open()
        const { kid, signsFrom } = await rotateCredentialKey(
          db,
          await loadInstallationKeys(db, config),
          operator,
        )
        return { json: { kid, signsFrom }, text: `${kid} signs from ${isoTime(signsFrom)}.` }
      }),
    )

  key
    .command('withdraw-credential')
    .description('Withdraws a stolen key: credentials that it signed can no longer be verified.')
    .argument('<KID>', 'id of the key; write "--" before one that begins with a hyphen')
    .action(
      action(async ({ operator, open, confirm }, kid) => {
        await confirm('Holders must download their credentials again. Continue?')
        const { db } = await open()
        const withdrawn = await withdrawCredentialKey(db, kid, operator)
        return { json: withdrawn, text: `${withdrawn.kid} is withdrawn.` }
      }),
    )

  key
    .command('rotate-signing')
    .description(
      'Adds keys that sign ID tokens. They start signing after a day; older keys are published for two days more.',
    )
    .option(
      '--now',
      'a key was stolen: the new keys sign at once, and the older ones are no longer published',
    )
    .action(
      action(async ({ operator, open, confirm }, { now = false }) => {
        if (now) await confirm('Apps refuse ID tokens until they read the keys again. Continue?')
        const { db, config } = await open()
        const keys = await loadInstallationKeys(db, config)
        const rotated = await rotateSigningKeys(db, keys, now, operator)
        const lines = rotated.added.map(
          ({ kid, alg, signsFrom }) => `${kid} (${alg}) signs from ${isoTime(signsFrom)}.`,
        )
        return { json: rotated, text: lines.join('\n') }
      }),
    )
}
