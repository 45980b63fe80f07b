import type { MailTransport } from './mail-transport.ts'
import { mailboxFolder, mailboxTransport } from './mailbox-transport.ts'
import { smtpTransport } from './smtp-transport.ts'

/** SMTP if MAIL_URL is set, else the development mailbox in DATA_DIR. */
export const openMailTransport = (settings: {
  readonly mailUrl: string | undefined
  readonly dataDir: string
}): MailTransport =>
  settings.mailUrl === undefined
    ? mailboxTransport(mailboxFolder(settings.dataDir))
    : smtpTransport(settings.mailUrl)
