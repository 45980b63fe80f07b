import {
  creditCourse,
  findCertificates,
  resendCertificate,
  restoreCertificate,
  revokeCertificate,
} from '@kerf/server/operations/index'
import type { CommandRegistry } from '../input/command-context.ts'
import { requiredText } from '../input/option-values.ts'
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
    .command('resend')
    .description('Sends the link to a certificate to the address that its account has now.')
    .argument('<NUMBER>', 'number on the certificate')
    .action(
      action(async ({ operator, open }, number) => {
        const sent = await resendCertificate(await open(), number, operator)
        return { json: sent, text: `The link to ${sent.number} is mailed to ${sent.uid}.` }
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

export function addTrainingCommands({ program, action }: CommandRegistry): void {
  program
    .command('training')
    .description('Records safety training.')
    .command('credit')
    .description('Records a course as finished by evidence from elsewhere. Needs a second operator.')
    .argument('<UID|EMAIL>', 'user ID or email address of a personal account')
    .requiredOption('--course <id>', 'laser or printer', requiredText)
    .requiredOption(
      '--evidence <reference>',
      'of the evidence, which the second operator reads',
      requiredText,
    )
    .action(
      action(async ({ operator, open }, who, { course, evidence }) => {
        const credited = await creditCourse(await open(), { who, course, evidence, operator })
        return { json: credited, text: `${credited.course} is finished by ${credited.uid}.` }
      }),
    )
}
