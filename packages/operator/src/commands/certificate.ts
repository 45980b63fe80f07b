import { restoreCertificate, revokeCertificate } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'

export function addCertificateCommands({ program, action }: CommandRegistry): void {
  const certificate = program.command('certificate').description('Manages certificates of safety training.')

  certificate
    .command('revoke')
    .description('Revokes a certificate: its page, its PDF and its credential are no longer valid.')
    .argument('<NUMBER>', 'number on the certificate')
    .action(
      action(async ({ operator, open, confirm }, number) => {
        await confirm('Everyone who checks this certificate sees that it is revoked. Continue?')
        const { db } = await open()
        const revoked = await revokeCertificate(db, number, operator)
        return { json: revoked, text: `${revoked.number} is revoked.` }
      }),
    )

  certificate
    .command('restore')
    .description('Makes a revoked certificate valid again.')
    .argument('<NUMBER>', 'number on the certificate')
    .action(
      action(async ({ operator, open }, number) => {
        const { db } = await open()
        const restored = await restoreCertificate(db, number, operator)
        return { json: restored, text: `${restored.number} is valid again.` }
      }),
    )
}
