/** Mails to the owner of an account about what an operator did with it (S-019). */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import type { Queryable } from '../platform/db/database.ts'
import { loadKeys, readMasterKey } from '../platform/keys/keys.ts'
import { type Mail, type OperatorContent, queueMail } from '../platform/mail/queue-mail.ts'
import type { Installation } from './open-installation.ts'

/** What an operation works on. */
export type Site = Pick<Installation, 'db' | 'config'>

type TellAccount = (
  tx: Queryable,
  account: Pick<Mail, 'lang'> & { readonly email: string },
  content: OperatorContent,
) => Promise<void>

/** Reads the keys at once: a wrong master key must stop the operation before it began. */
export async function createNotifyAccount({ db, config }: Site): Promise<TellAccount> {
  const keys = await loadKeys(db, await readMasterKey(config.masterKey, config.dataDir))
  return (tx, { email: to, lang }, content) =>
    queueMail(tx, keys.mail, { to, lang, brand: DEFAULT_BRAND, content })
}
