/**
 * Verifies what a browser returns from a WebAuthn ceremony (WebAuthn Level 3, sections 7.1 and 7.2): type, challenge, origin, frame,
 * RP ID, user presence and verification, key and signature. The library is loaded at the first ceremony.
 */
import type { assertedPasskey, createdPasskey } from '@kerf/contract/endpoints/passkey'
import type { InferOutput } from 'valibot'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { RelyingParty } from './relying-party.ts'

export type AssertedPasskey = InferOutput<typeof assertedPasskey>
export type CreatedPasskey = InferOutput<typeof createdPasskey>

const loadLibrary = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

/** COSE algorithms, best first: ES256, EdDSA, RS256. */
export const PASSKEY_ALGORITHMS = [-7, -8, -257]

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')

interface ClientData {
  readonly challenge: string
  readonly crossOrigin: boolean
  readonly topOrigin: string | undefined
}

/** Throws `passkey_rejected`. */
export function readClientData(clientDataJSON: string): ClientData {
  try {
    const read = JSON.parse(bytesOf(clientDataJSON).toString('utf8')) as Record<string, unknown>
    const { challenge, crossOrigin, topOrigin } = read
    if (typeof challenge !== 'string') throw new TypeError('no challenge')
    return {
      challenge,
      crossOrigin: crossOrigin === true,
      topOrigin: typeof topOrigin === 'string' ? topOrigin : undefined,
    }
  } catch {
    throw new ApiError('passkey_rejected')
  }
}

export interface VerifiedRegistration {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly aaguid: string
  readonly backupEligible: boolean
  readonly backedUp: boolean
}

/**
 * Verifies a new credential. Throws `passkey_rejected`. The options ask for no attestation, so a statement is not evaluated: it is
 * replaced by none, which also keeps the library from fetching the addresses in a caller's certificates. A page inside a frame of
 * another site must not create passkeys: the person does not see whose they are.
 */
export async function verifyRegistration(
  response: CreatedPasskey,
  challenge: string,
  { id, origins }: RelyingParty,
): Promise<VerifiedRegistration> {
  const { crossOrigin } = readClientData(response.response.clientDataJSON)
  if (crossOrigin) throw new ApiError('passkey_rejected')
  const { verifyRegistrationResponse } = await loadLibrary()
  const helpers = await loadHelpers()
  try {
    const attestationObject = withoutAttestation(helpers, response.response.attestationObject)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: { clientDataJSON: response.response.clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    })
    if (!verified) throw new Error('not verified')
    const { credential, aaguid, credentialBackedUp, credentialDeviceType } = registrationInfo
    if (credential.id !== response.id)
      throw new Error('the credential id differs from that of the authenticator')
    return {
      credentialId: bytesOf(credential.id),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      aaguid,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    }
  } catch {
    // The library throws an Error for every invalid response.
    throw new ApiError('passkey_rejected')
  }
}

/** The attestation object with format `none` (WebAuthn section 8.7), base64url. */
function withoutAttestation(
  { decodeAttestationObject, isoCBOR, isoUint8Array }: Awaited<ReturnType<typeof loadHelpers>>,
  attestationObject: string,
): string {
  const authData = decodeAttestationObject(new Uint8Array(bytesOf(attestationObject))).get('authData')
  const none = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', isoUint8Array.concat([authData])],
  ])
  return Buffer.from(isoCBOR.encode(none as Parameters<typeof isoCBOR.encode>[0])).toString('base64url')
}

export interface StoredCredential {
  readonly credential_id: Buffer
  readonly public_key: Buffer
  readonly backup_eligible: boolean
}

export interface VerifiedAssertion {
  readonly signCount: number
  readonly backedUp: boolean
}

/** Verifies a use of a stored credential, except for its counter. Throws `passkey_rejected`. */
export async function verifyAssertion(
  response: AssertedPasskey,
  stored: StoredCredential,
  challenge: string,
  { id, origins, topOrigins }: RelyingParty,
): Promise<VerifiedAssertion> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { clientDataJSON, authenticatorData, signature } = response.response
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedTopOrigin: [...topOrigins()],
      expectedRPID: id,
      requireUserVerification: true,
      // Counter 0: `recordPasskeyUse` in `passkey-store.ts` compares it.
      credential: {
        id: stored.credential_id.toString('base64url'),
        publicKey: new Uint8Array(stored.public_key),
        counter: 0,
      },
    })
    if (!verified) throw new Error('the signature is wrong')
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo
    // Section 7.2, step 18: it never changes.
    if ((credentialDeviceType === 'multiDevice') !== stored.backup_eligible)
      throw new Error('backup eligibility has changed')
    return { signCount: newCounter, backedUp: credentialBackedUp }
  } catch {
    // The library throws an Error for every invalid response.
    throw new ApiError('passkey_rejected')
  }
}
