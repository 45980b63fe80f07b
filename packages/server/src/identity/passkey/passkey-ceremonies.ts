/** Options of WebAuthn ceremonies, and their results as use cases need them. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getPasskeyCreationOptions, getPasskeyLoginOptions } from '@kerf/contract/endpoints/passkey'
import { notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { clientLabels } from '../../platform/audit/client-labels.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { uidToBytes } from '../../platform/keys/uid-bytes.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { findAccount } from '../account/credential-store.ts'
import { authenticatorName } from './authenticator-names.ts'
import {
  type ChallengeBinding,
  PASSKEY_CHALLENGE_TTL_SECONDS,
  type PasskeyChallenge,
  type PasskeyChallenges,
} from './passkey-challenges.ts'
import {
  findForeignPasskey,
  findPasskey,
  insertPasskey,
  type PasskeyKey,
  type PasskeyRow,
  recordPasskeyUse,
  suspendPasskey,
} from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import {
  type AssertedPasskey,
  type CreatedPasskey,
  PASSKEY_ALGORITHMS,
  readClientData,
  type VerifiedRegistration,
  verifyAssertion,
  verifyRegistration,
} from './verify-ceremony.ts'

export interface PasskeyDependencies extends Pick<PlatformServices, 'db' | 'mail'> {
  readonly challenges: PasskeyChallenges
  /** undefined: browsers offer no passkeys to the portal's address */
  readonly relyingParty: () => RelyingParty | undefined
  /** Ends the waiting time of lost factors: an owner with a passkey has not lost every factor. */
  readonly stopFactorRemoval: (tx: Queryable, uid: string, caller: Caller) => Promise<void>
}

const TIMEOUT_MS = PASSKEY_CHALLENGE_TTL_SECONDS * 1_000
const PUBLIC_KEY = 'public-key' as const

type Described = Pick<PasskeyRow, 'credential_id' | 'transports'>

const descriptors = (passkeys: readonly Described[]) =>
  passkeys.map(({ credential_id, transports }) => ({
    type: PUBLIC_KEY,
    id: credential_id.toString('base64url'),
    transports: [...transports],
  }))

/** What the list, a mail and a page call a passkey that its owner has not named. '' if its AAGUID is unknown. */
export const passkeyLabel = ({ name, aaguid }: Pick<PasskeyRow, 'name' | 'aaguid'>): string =>
  name || authenticatorName(aaguid)

export function createPasskeyCeremonies(deps: PasskeyDependencies) {
  const { db, mail, challenges, relyingParty, stopFactorRemoval } = deps

  /** Throws `not_found` where browsers offer no passkeys. */
  const requireRelyingParty = (): RelyingParty => {
    const found = relyingParty()
    if (!found) throw new ApiError('not_found')
    return found
  }

  const useLabels = async (caller: Caller) => ({
    place: await mail.placeOf(caller.ip),
    application: clientLabels({
      userAgent: caller.userAgent,
      appPlatform: caller.app.platform,
      appCode: caller.app.code,
      appVersion: caller.app.version,
    }).application,
  })

  return {
    relyingPartyId: (): string => relyingParty()?.id ?? '',

    /** `allowed`: passkeys of a known account; without it, any discoverable passkey of the portal. */
    async requestOptions(
      binding: ChallengeBinding,
      uid?: string,
      allowed: readonly Described[] = [],
    ): Promise<OutputOf<typeof getPasskeyLoginOptions>['options']> {
      return {
        rpId: requireRelyingParty().id,
        challenge: await challenges.issue(binding, uid),
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        allowCredentials: descriptors(allowed),
      }
    },

    async creationOptions(
      binding: ChallengeBinding,
      owner: { readonly uid: string; readonly email: string; readonly product: string },
      existing: readonly Described[] = [],
    ): Promise<OutputOf<typeof getPasskeyCreationOptions>['options']> {
      const { uid, email, product } = owner
      return {
        rp: { id: requireRelyingParty().id, name: product },
        user: { id: uidToBytes(uid).toString('base64url'), name: email, displayName: email },
        challenge: await challenges.issue(binding, uid),
        pubKeyCredParams: PASSKEY_ALGORITHMS.map(alg => ({ type: PUBLIC_KEY, alg })),
        timeout: TIMEOUT_MS,
        excludeCredentials: descriptors(existing),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      }
    },

    /** Verifies a new passkey. Throws `expired`, `passkey_rejected`. The caller consumes the challenge. */
    async verifyCreated(
      created: CreatedPasskey,
      binding: ChallengeBinding,
    ): Promise<{ challenge: PasskeyChallenge; registration: VerifiedRegistration }> {
      const text = readClientData(created.response.clientDataJSON).challenge
      const challenge = await challenges.read(text, binding)
      return { challenge, registration: await verifyRegistration(created, text, requireRelyingParty()) }
    },

    /** Stores a verified passkey. Throws `passkey_rejected` if this or another account has it already (WebAuthn section 7.1, step 26). */
    async store(
      tx: Queryable,
      uid: string,
      { transports = [] }: CreatedPasskey['response'],
      registration: VerifiedRegistration,
      caller: Caller,
    ): Promise<PasskeyRow> {
      const { credentialId } = registration
      if ((await findForeignPasskey(tx, { uid, credentialId })).length > 0)
        throw new ApiError('passkey_rejected')
      const [stored] = await insertPasskey(tx, {
        uid,
        ...registration,
        transports,
        ...(await useLabels(caller)),
      })
      if (!stored) throw new ApiError('passkey_rejected')
      return stored
    },

    /**
     * Verifies a use of a passkey of the account. Throws `expired`, `passkey_unknown`, `passkey_rejected`. The result is not used yet:
     * `recordUse` decides.
     */
    async verifyAsserted(asserted: AssertedPasskey, uid: string | undefined, binding: ChallengeBinding) {
      const party = requireRelyingParty()
      const text = readClientData(asserted.response.clientDataJSON).challenge
      const challenge = await challenges.read(text, binding)
      if (binding.purpose !== 'login' && challenge.uid !== uid) throw new ApiError('expired')
      const credentialId = Buffer.from(asserted.id, 'base64url')
      const [stored] = uid === undefined ? [] : await findPasskey(db, { uid, credentialId })
      if (!stored || uid === undefined) throw new ApiError('passkey_unknown')
      const verified = await verifyAssertion(asserted, stored, text, party)
      if (stored.is_suspended) throw new ApiError('passkey_rejected', { target: uid })
      return { key: { uid, credentialId }, stored, challenge, ...verified }
    },

    /**
     * Uses a verified passkey and its challenge, if `tx` commits. Returns false if its counter did not rise: it is suspended, the owner
     * is notified, and the caller must commit and refuse. Throws `expired` if the challenge was used.
     */
    async recordUse(
      tx: Queryable,
      use: {
        readonly key: PasskeyKey
        readonly stored: PasskeyRow
        readonly challenge: PasskeyChallenge
        readonly signCount: number
        readonly backedUp: boolean
      },
      caller: Caller,
    ): Promise<boolean> {
      const { key, stored, challenge, signCount, backedUp } = use
      await challenges.consume(tx, challenge)
      const [used] = await recordPasskeyUse(tx, { ...key, signCount, backedUp, ...(await useLabels(caller)) })
      if (used) {
        await stopFactorRemoval(tx, key.uid, caller)
        return true
      }
      const [suspended] = await suspendPasskey(tx, key)
      if (!suspended) return false
      const [account] = await findAccount(tx, { uid: key.uid })
      const label = passkeyLabel(stored)
      await writeAudit(tx, {
        event: 'passkey.suspended',
        outcome: 'ok',
        uid: key.uid,
        ...auditContext(caller),
      })
      if (account)
        await notifyOwner(tx, mail, account, caller, { template: 'passkey_suspended', passkey: label })
      return false
    },
  }
}

export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>
