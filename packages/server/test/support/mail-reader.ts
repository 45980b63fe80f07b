/** Reads the mails a server under test kept in its data folder. */
import { setTimeout as sleep } from 'node:timers/promises'
import { mailboxFolder, readMailbox, type StoredMail } from '../../src/platform/mail/mailbox-transport.ts'

export interface MailReader {
  /** Waits for a mail to `to` that was not read before. */
  waitForMail(to: string, matching?: (mail: StoredMail) => boolean): Promise<StoredMail>
  /** Waits for a code to `to` that was not read before. */
  waitForCode(to: string): Promise<string>
  /** What has arrived for `to`, newest first. */
  mailsTo(to: string): Promise<readonly StoredMail[]>
}

const PATIENCE = 10_000

export function createMailReader(dataDir: string): MailReader {
  const folder = mailboxFolder(dataDir)
  const seen = new Set<string>()

  const waitForMail: MailReader['waitForMail'] = async (to, matching = () => true) => {
    const until = Date.now() + PATIENCE
    while (Date.now() < until) {
      const mail = (await readMailbox(folder, to)).find(one => !seen.has(one.id) && matching(one))
      if (mail) {
        seen.add(mail.id)
        return mail
      }
      await sleep(15)
    }
    throw new Error(`no mail for ${to} came`)
  }
  return {
    waitForMail,
    waitForCode: async to => (await waitForMail(to, mail => mail.code !== undefined)).code ?? '',
    mailsTo: to => readMailbox(folder, to),
  }
}
