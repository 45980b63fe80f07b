/** Mails the owner of an account about what an operator did with it (S-019). */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import type { MailDependencies } from '../../outbound/mail/notify-owner.ts'
import { type Mail, queueMail } from '../../outbound/mail/queue-mail.ts'
import type { OperatorContent } from '../../outbound/mail/templates/mail-content.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { createDatabaseClock } from '../../platform/db/database-clock.ts'
import { loadInstallationKeys } from '../installation/load-installation-keys.ts'
import type { Installation } from '../installation/open-installation.ts'

/** The database and configuration that an operation works on. */
export type OperationTarget = Pick<Installation, 'db' | 'config'>

type NotifyAccount = (
  tx: Queryable,
  account: Pick<Mail, 'lang'> & { readonly email: string },
  content: OperatorContent,
) => Promise<void>

/** For emails to owners that say more than what an operator did. Nobody is at a place, and they name none. */
export async function mailDependencies({ db, config }: OperationTarget): Promise<MailDependencies> {
  const clock = createDatabaseClock(db)
  // Measured before the transaction, which may hold the only connection.
  await clock.now()
  return { keys: await loadInstallationKeys(db, config), clock, placeOf: async () => '' }
}

/** Loads the keys at once, so that a wrong master key stops the operation before it changes anything. */
export async function createNotifyAccount({ db, config }: OperationTarget): Promise<NotifyAccount> {
  const keys = await loadInstallationKeys(db, config)
  return (tx, { email: to, lang }, content) =>
    queueMail(tx, keys.mail, { to, lang, brand: DEFAULT_BRAND, content })
}
