/**
 * The link in the email of a password login from a new country. An app that cannot show the second step, such as a released host,
 * logs in after its owner has opened the link and confirmed: a header that skipped the step would serve whoever has the password.
 */

import * as v from 'valibot'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { placeName } from '../../platform/geo/place-name.ts'
import { decryptJson, encryptJson } from '../../platform/keys/encryption.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount } from '../account/credential-store.ts'
import { maskEmail } from '../account/email-address.ts'
import { insertLoginAllowance } from './login-allowance-store.ts'
import { consumeSignInFlow, FLOW_TTL_SECONDS } from './waiting-sign-in-store.ts'

const MINUTE_SECONDS = 60
/** From the confirmation to the login. */
const ALLOWANCE_TTL_SECONDS = 15 * MINUTE_SECONDS
const CONTEXT = 'allow login'
/** A link has at most 512 characters (`allowLogin` of the contract). */
const APPLICATION_MAX = 48

const LoginLink = v.object({
  /** hash of the waiting sign-in, base64url: it is consumed, so that a link counts once */
  flow: v.string(),
  uid: v.string(),
  /** `networkHash` of the login, base64url */
  network: v.string(),
  place: v.string(),
  /** as of `clientLabels`; missing in links of an earlier version */
  application: v.optional(v.string()),
  /** unix seconds */
  at: v.number(),
})
type LoginLink = v.InferOutput<typeof LoginLink>

/** `key`: `keys.factor` */
export const networkHash = (key: Buffer, { limitKey }: Pick<Caller, 'limitKey'>): Buffer =>
  keyedHash(key, 'allowed network', limitKey)

/** base64url, for the URL fragment. `key`: `keys.link` */
export const loginLink = (key: Buffer, link: LoginLink): string =>
  encryptJson(key, { ...link, application: link.application?.slice(0, APPLICATION_MAX) }, CONTEXT).toString(
    'base64url',
  )

function readLink(key: Buffer, link: string, nowMs: number): LoginLink {
  try {
    const read = decryptJson(key, Buffer.from(link, 'base64url'), CONTEXT, LoginLink)
    if (read.at + FLOW_TTL_SECONDS > nowMs / 1_000) return read
  } catch {
    // A forged link and an expired one get the same answer.
  }
  throw new ApiError('expired')
}

export function createAllowLogin({ db, keys, clock }: Pick<PlatformServices, 'db' | 'keys' | 'clock'>) {
  /** Without `confirm` it changes nothing: mail scanners open links. Throws `expired`. */
  return async function allowLogin(
    { link, confirm }: { readonly link: string; readonly confirm: boolean },
    caller: Caller,
  ): Promise<{ place: string; at: number; application: string; account: string }> {
    const { flow, uid, network, place, application = '', at } = readLink(keys.link, link, await clock.now())
    if (confirm)
      await db.transaction(async tx => {
        const [consumed] = await consumeSignInFlow(tx, { hash: Buffer.from(flow, 'base64url') })
        if (!consumed) throw new ApiError('expired')
        const networkHash = Buffer.from(network, 'base64url')
        await insertLoginAllowance(tx, { uid, networkHash, seconds: ALLOWANCE_TTL_SECONDS })
        await writeAudit(tx, { event: 'login.allow', outcome: 'ok', uid, ...auditContext(caller) })
      })
    // Who has the link reads the mail of this address.
    const [account] = await findAccount(db, { uid })
    return {
      place: placeName(place, caller.lang),
      at,
      application,
      account: account ? maskEmail(account.email) : '',
    }
  }
}

export type AllowLogin = ReturnType<typeof createAllowLogin>
