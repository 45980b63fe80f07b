import { findCertificates, restoreCertificate, revokeCertificate } from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

export function addCertificateCommands({ program, action }: CommandRegistry): void {
  const certificate = program.command('certificate').description('Manages certificates of safety training.')

  certificate
    .command('find')
    .description('Finds a certificate by its number, or those of an account.')
    .argument('<NUMBER|UID|EMAIL>', 'number on the certificate, user ID or email address')
    .action(
      action(async ({ operator, open }, what) => {
        const { db } = await open()
        const found = await findCertificates(db, what, operator)
        return listOutput(found, 'There is no certificate.', {
          NUMBER: row => row.number,
          COURSE: row => row.course,
          ISSUED: row => isoTime(row.issuedAt),
          REVOKED: row => isoTime(row.revokedAt),
          UID: row => row.uid,
        })
      }),
    )

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
