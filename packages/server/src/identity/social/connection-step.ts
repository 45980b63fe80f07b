/**
 * Connection step: a social sign-in that needs proof that the person owns the account with the identity's email address,
 * or a verified email address if the provider gave none (S-065).
 */
import { signInAgreement } from '@kerf/contract/fields'
import * as v from 'valibot'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { decryptJson, encryptJson } from '../../platform/keys/encryption.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import { SocialIdentity } from './providers/social-provider.ts'
import { findStep, insertFlow } from './social-flow-store.ts'

const ConnectionStep = v.object({
  channel: v.string(),
  identity: SocialIdentity,
  /** account that has the email address; null if the person has to give one */
  uid: v.nullable(v.string()),
  /** the identity may sign in or sign up as soon as the person agrees to the present legal documents */
  needsAgreement: v.optional(v.boolean()),
  /** given before the provider was visited */
  agreement: signInAgreement,
})
export type ConnectionStep = v.InferOutput<typeof ConnectionStep>

const ENCRYPTION_CONTEXT = 'social step'
const STEP_TTL_SECONDS = 600

/** Returns the name of the step. */
export async function saveConnectionStep(
  db: Queryable,
  keys: Pick<Keys, 'social'>,
  step: ConnectionStep,
): Promise<string> {
  const flow = randomToken()
  await insertFlow(db, {
    hash: sha256(flow),
    kind: 'step',
    encryptedData: encryptJson(keys.social, step, ENCRYPTION_CONTEXT),
    uid: step.uid,
    ttlSeconds: STEP_TTL_SECONDS,
  })
  return flow
}

/** Reads the step without consuming it. Throws `expired`. */
export async function readConnectionStep(
  db: Queryable,
  keys: Pick<Keys, 'social'>,
  flow: string,
): Promise<ConnectionStep> {
  const [row] = await findStep(db, { hash: sha256(flow) })
  if (!row) throw new ApiError('expired')
  return decryptJson(keys.social, row.encrypted_data, ENCRYPTION_CONTEXT, ConnectionStep)
}

/** Throws `expired` if the account no longer exists, or if the step waits for something else than a connection. */
export async function findStepOwner(
  db: Queryable,
  { uid: owner, needsAgreement }: ConnectionStep,
): Promise<Credentials> {
  const uid = needsAgreement ? null : owner
  const [account] = uid === null ? [] : await findAccount(db, { uid })
  if (!account) throw new ApiError('expired')
  return account
}
