import type { Queryable } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomToken } from '../../platform/keys/secrets.ts'
import { maskEmail } from '../account/email-address.ts'
import { createNonce } from '../verification/create-nonce.ts'
import { accountReceiver } from '../verification/receiver-hash.ts'
import { findStepOwner, readConnectionStep } from './connection-step.ts'

export function createDescribeConnection(db: Queryable, keys: Pick<Keys, 'social' | 'receiver'>) {
  /**
   * Returns what the step needs, and a nonce for a verification code to the mailbox of the account. Where an email
   * address is needed the nonce is random and unknown to the server. Throws `expired`.
   */
  return async function describeConnection(flow: string) {
    const step = await readConnectionStep(db, keys, flow)
    const { channel, identity } = step
    const base = { channel, name: identity.name, agreed: step.agreement === true }
    if (step.needsAgreement)
      return { ...base, needs: 'agreement' as const, email: '', hasPassword: false, nonce: randomToken() }
    if (step.uid === null)
      return { ...base, needs: 'email' as const, email: '', hasPassword: false, nonce: randomToken() }
    const account = await findStepOwner(db, step)
    const receiver = accountReceiver(keys.receiver, account.uid)
    return {
      ...base,
      needs: 'proof' as const,
      email: maskEmail(account.email),
      hasPassword: account.password_hash !== null,
      nonce: await createNonce(db, { receiver, scene: 'login', uid: account.uid }),
    }
  }
}
