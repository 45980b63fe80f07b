/**
 * How operators enter the console: passkeys only, or the company's OpenID provider (S-170). A passkey is added by an invitation, or
 * beside another one that was just used. Nothing here leads through a mailbox.
 */
import type { AssertedPasskey, CreatedPasskey, RelyingParty } from '../../identity/index.ts'
import {
  PASSKEY_ALGORITHMS,
  readClientData,
  verifyAssertion,
  verifyRegistration,
} from '../../identity/index.ts'
import { withOperatorEvidence } from '../../platform/audit/operator-evidence.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomToken, sha256 } from '../../platform/keys/secrets.ts'
import {
  CEREMONY_TIMEOUT_MS,
  type CeremonyKind,
  type CeremonyRow,
  deleteOperatorSession,
  findOperatorPasskey,
  insertCeremony,
  insertOperatorPasskey,
  listOperatorPasskeys,
  type OperatorSessionRow,
  takeCeremony,
  useOperatorPasskey,
} from './operator-session-store.ts'
import { type ConsoleOrigin, evidenceOf, type OpenedSession, openSession } from './operator-sessions.ts'
import {
  addIssuers,
  deleteWaysIn,
  findInvited,
  type InvitedRow,
  lockOperatorId,
  takeInvitation,
} from './operator-store.ts'

/** An operator loses no access with one device. */
const PASSKEYS_MAX = 5
/** Time after the login for which a passkey can be added. */
const FRESH_SECONDS = 10 * 60

const partyOf = ({ origin }: ConsoleOrigin): RelyingParty => ({
  id: new URL(origin).hostname,
  origins: [origin],
  // The console is never in a frame.
  topOrigins: () => [],
})

const PUBLIC_KEY = 'public-key' as const

interface Ceremony {
  readonly kind: CeremonyKind
  readonly operator?: string
  readonly invitation?: Buffer
  readonly detail?: Readonly<Record<string, string>>
}

/** Stores the hash of `secret`, which comes back once. */
export const startCeremony = (
  on: Queryable,
  secret: string,
  { kind, operator, invitation, detail }: Ceremony,
) =>
  insertCeremony(on, {
    ...{ hash: sha256(secret), kind, operator: operator ?? null, invitation: invitation ?? null },
    detail: detail === undefined ? null : JSON.stringify(detail),
  })

/** Throws `expired`. */
export async function endCeremony(on: Queryable, secret: string, kind: CeremonyKind): Promise<CeremonyRow> {
  const [row] = await takeCeremony(on, { hash: sha256(secret), kind })
  if (!row) throw new ApiError('expired')
  return row
}

/**
 * Uses an invitation: the operator's passkeys, company login, sessions and tokens end, so that who asked for the invitation cannot
 * act beside the operator unnoticed, and who issued it is never independent of the operator again (S-172). Throws `expired`.
 */
export async function useInvitation(tx: Queryable, hash: Buffer): Promise<InvitedRow> {
  const [invited] = await findInvited(tx, { hash })
  if (!invited) throw new ApiError('expired')
  const { operator } = invited
  await lockOperatorId(tx, { operator })
  const [taken] = await takeInvitation(tx, { hash })
  if (!taken) throw new ApiError('expired')
  await addIssuers(tx, { operator, issuers: taken.issuers })
  await deleteWaysIn(tx, { id: operator })
  return invited
}

export function createOperatorAccess(db: Database, at: () => ConsoleOrigin) {
  const descriptorsOf = async (operator: string) =>
    (await listOperatorPasskeys(db, { operator })).map(({ credential_id, transports }) => ({
      type: PUBLIC_KEY,
      id: credential_id.toString('base64url'),
      transports: [...transports],
    }))

  const creationOptions = async (
    { operator, name }: { readonly operator: string; readonly name: string },
    ceremony: Ceremony,
  ) => {
    const challenge = randomToken()
    await startCeremony(db, challenge, ceremony)
    return {
      rp: { id: partyOf(at()).id, name: 'Kerf Console' },
      user: { id: Buffer.from(operator).toString('base64url'), name, displayName: name },
      challenge,
      pubKeyCredParams: PASSKEY_ALGORITHMS.map(alg => ({ type: PUBLIC_KEY, alg })),
      timeout: CEREMONY_TIMEOUT_MS,
      excludeCredentials: await descriptorsOf(operator),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    }
  }

  /** Verifies a new passkey of a ceremony, stores it if `decide` names its operator, and does then what that says. */
  const storePasskey = async <T>(
    credential: CreatedPasskey,
    kind: 'enroll' | 'add',
    owner: string,
    decide: (tx: Queryable, ceremony: CeremonyRow) => Promise<{ operator: string; finish: () => Promise<T> }>,
  ): Promise<T> => {
    const { challenge } = readClientData(credential.response.clientDataJSON)
    const registration = await verifyRegistration(credential, challenge, partyOf(at()))
    return db.transaction(async tx => {
      // Before the ceremony: an invitation that is accepted meanwhile deletes it.
      await lockOperatorId(tx, { operator: owner })
      const { operator, finish } = await decide(tx, await endCeremony(tx, challenge, kind))
      if ((await listOperatorPasskeys(tx, { operator })).length >= PASSKEYS_MAX)
        throw new ApiError('passkey_limit')
      const [stored] = await insertOperatorPasskey(tx, {
        ...registration,
        operator,
        transports: credential.response.transports ?? [],
      })
      if (!stored) throw new ApiError('passkey_rejected')
      return finish()
    })
  }

  return {
    async loginOptions() {
      const challenge = randomToken()
      await startCeremony(db, challenge, { kind: 'login' })
      return {
        ...{ rpId: partyOf(at()).id, challenge, timeout: CEREMONY_TIMEOUT_MS },
        userVerification: 'required' as const,
        allowCredentials: [],
      }
    },

    /** Throws `expired`, `passkey_unknown`, `passkey_rejected`. */
    async login(credential: AssertedPasskey): Promise<OpenedSession> {
      const { challenge } = readClientData(credential.response.clientDataJSON)
      await endCeremony(db, challenge, 'login')
      const credentialId = Buffer.from(credential.id, 'base64url')
      const [stored] = await findOperatorPasskey(db, { credentialId })
      if (!stored) throw new ApiError('passkey_unknown')
      const { signCount } = await verifyAssertion(credential, stored, challenge, partyOf(at()))
      return db.transaction(async tx => {
        await lockOperatorId(tx, stored)
        const [used] = await useOperatorPasskey(tx, { credentialId, signCount })
        if (!used) throw new ApiError('passkey_rejected')
        return openSession(tx, stored, 'passkey', at())
      })
    },

    /** Whom an invitation is for. Throws `expired`. */
    async showInvitation(token: string): Promise<InvitedRow> {
      const [row] = await findInvited(db, { hash: sha256(token) })
      if (!row) throw new ApiError('expired')
      return row
    },

    async invitationOptions(token: string) {
      const invited = await this.showInvitation(token)
      return creationOptions(invited, {
        ...{ kind: 'enroll', operator: invited.operator, invitation: sha256(token) },
      })
    },

    /** Uses the invitation. Throws `expired`, `passkey_rejected`. */
    async acceptInvitation(token: string, credential: CreatedPasskey): Promise<OpenedSession> {
      const hash = sha256(token)
      const { operator: owner } = await this.showInvitation(token)
      return storePasskey(credential, 'enroll', owner, async (tx, { operator, invitation }) => {
        if (!invitation?.equals(hash)) throw new ApiError('expired')
        const invited = await useInvitation(tx, hash)
        if (invited.operator !== operator) throw new ApiError('expired')
        const finish = async () => {
          const opened = await openSession(tx, invited, 'passkey', at())
          await withOperatorEvidence(evidenceOf(opened.session), () =>
            writeAudit(tx, { event: 'operator.enroll', outcome: 'ok', operator: invited.name }),
          )
          return opened
        }
        return { operator, finish }
      })
    },

    async addPasskeyOptions({ operator, name }: OperatorSessionRow) {
      return creationOptions({ operator, name }, { kind: 'add', operator })
    },

    /** Soon after the login only. Throws `proof_required`, `expired`, `passkey_rejected`, `passkey_limit`. */
    addPasskey(session: OperatorSessionRow, credential: CreatedPasskey): Promise<void> {
      if (session.createdAt < Date.now() / 1_000 - FRESH_SECONDS) throw new ApiError('proof_required')
      return storePasskey(credential, 'add', session.operator, async (tx, ceremony) => {
        if (ceremony.operator !== session.operator) throw new ApiError('expired')
        const finish = () =>
          withOperatorEvidence(evidenceOf(session), () =>
            writeAudit(tx, { event: 'operator.passkey_add', outcome: 'ok', operator: session.name }),
          )
        return { operator: session.operator, finish }
      })
    },

    async logout(token: string): Promise<void> {
      const [ended] = await deleteOperatorSession(db, { hash: sha256(token) })
      if (ended) await writeAudit(db, { event: 'operator.logout', outcome: 'ok', operator: ended.name })
    },
  }
}

export type OperatorAccess = ReturnType<typeof createOperatorAccess>
