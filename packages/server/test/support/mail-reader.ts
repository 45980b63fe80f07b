/** Reads the mails that a server under test has stored in its data folder. */
import { setTimeout as sleep } from 'node:timers/promises'
import { mailboxFolder, readMailbox, type StoredMail } from '../../src/outbound/mail/mailbox-transport.ts'

export interface MailReader {
  /** Waits for a mail to `to` that no earlier call has returned. */
  waitForMail(to: string, matching?: (mail: StoredMail) => boolean): Promise<StoredMail>
  /** Waits for a verification code to `to` that no earlier call has returned. */
  waitForCode(to: string): Promise<string>
  /** Mails that have arrived for `to`, newest first. */
  mailsTo(to: string): Promise<readonly StoredMail[]>
}

const MAIL_TIMEOUT_MS = 30_000

export function createMailReader(dataDir: string): MailReader {
  const folder = mailboxFolder(dataDir)
  const seen = new Set<string>()

  const waitForMail: MailReader['waitForMail'] = async (to, matching = () => true) => {
    const until = Date.now() + MAIL_TIMEOUT_MS
    while (Date.now() < until) {
      const mail = (await readMailbox(folder, to)).find(
        candidate => !seen.has(candidate.id) && matching(candidate),
      )
      if (mail) {
        seen.add(mail.id)
        return mail
      }
      await sleep(15)
    }
    throw new Error(`no mail arrived for ${to}`)
  }
  return {
    waitForMail,
    waitForCode: async to => (await waitForMail(to, mail => mail.code !== undefined)).code ?? '',
    mailsTo: to => readMailbox(folder, to),
  }
}
