/** Gives ceremonies that a browser has recorded to the product's verification, as they are and with one part changed. */
import { createHash } from 'node:crypto'
import type { RelyingParty } from '@kerf/server/identity/passkey/relying-party'
import {
  PASSKEY_ALGORITHMS,
  type StoredCredential,
  verifyAssertion,
  verifyRegistration,
} from '@kerf/server/identity/passkey/verify-ceremony'
import { ApiError } from '@kerf/server/platform/errors/api-error'
import {
  type AssertedCredential,
  type Ceremony,
  type CreatedCredential,
  WPT_ORIGIN,
  WPT_RP_ID,
} from './web-platform-tests.ts'

const PARTY: RelyingParty = { id: WPT_RP_ID, origins: [WPT_ORIGIN], topOrigins: () => [WPT_ORIGIN] }
const OTHER_PARTIES: readonly RelyingParty[] = [
  { ...PARTY, id: `login.${WPT_RP_ID}` },
  { ...PARTY, origins: [`${WPT_ORIGIN}0`] },
]

/** Authenticator data (section 6.1): RP ID hash, flags, counter, AAGUID, length of the credential id, credential id, key. */
const FLAGS_AT = 32
const COUNTER_END = 36
const ID_LENGTH_AT = 53
const CREDENTIAL_ID_AT = 55
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08

const bytesOf = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')

/** With the bits of one byte inverted that the mask names. */
function invertBits(base64url: string, position: number, mask = 0xff): string {
  const bytes = bytesOf(base64url)
  bytes[position] = (bytes[position] ?? 0) ^ mask
  return bytes.toString('base64url')
}

const replaceText = (base64url: string, old: string, replacement: string): string =>
  Buffer.from(bytesOf(base64url).toString().replace(old, replacement)).toString('base64url')

/** Client data with one member changed, each in its place in the text. */
function changedClientData(clientDataJSON: string, kind: Ceremony['kind']): Record<string, string> {
  return {
    challenge: replaceText(clientDataJSON, '"challenge":"', '"challenge":"x'),
    origin: replaceText(clientDataJSON, '"origin":"https://', '"origin":"https://x'),
    type: replaceText(
      clientDataJSON,
      `webauthn.${kind}`,
      kind === 'get' ? 'webauthn.create' : 'webauthn.get',
    ),
  }
}

export interface Verdict {
  /** whether the ceremony meets what the product asks for, from its own bytes and what the browser says of it */
  readonly isAcceptable: boolean
  /** `accepted`, or the name of the error */
  readonly result: string
  /** results of the same credential with one part changed, by part */
  readonly changed: Readonly<Record<string, string>>
  /** without user verification: the result of a registration, which has no signature, that claims it */
  readonly withVerification?: string
}

async function resultOf(verification: Promise<unknown>): Promise<string> {
  try {
    await verification
    return 'accepted'
  } catch (error) {
    return error instanceof ApiError ? error.errorName : `unexpected: ${String(error)}`
  }
}

async function resultsOf(verifications: Record<string, Promise<unknown>>): Promise<Record<string, string>> {
  const entries = Object.entries(verifications).map(
    async ([part, one]) => [part, await resultOf(one)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

function isOurs({ origin, rpId }: Ceremony, authenticatorData: Buffer): boolean {
  const hash = createHash('sha256').update(WPT_RP_ID).digest()
  const isOurHash = authenticatorData.subarray(0, FLAGS_AT).equals(hash)
  return origin === WPT_ORIGIN && rpId === WPT_RP_ID && isOurHash
}

const hasFlags = (authenticatorData: Buffer, flags: number): boolean =>
  ((authenticatorData[FLAGS_AT] ?? 0) & flags) === flags

async function checkCreated(ceremony: Ceremony, credential: CreatedCredential): Promise<Verdict> {
  const { clientDataJSON, attestationObject, authenticatorData, publicKeyAlgorithm } = credential.response
  const data = bytesOf(authenticatorData)
  const at = bytesOf(attestationObject).indexOf(data)
  const challenge = ceremony.challenge ?? ''
  const verify = (response: object, party = PARTY, expected = challenge) =>
    verifyRegistration(
      { ...credential, response: { clientDataJSON, attestationObject, ...response } },
      expected,
      party,
    )
  const withBits = (position: number, mask?: number) => ({
    attestationObject: invertBits(attestationObject, at + position, mask),
  })
  const isAllowed =
    isOurs(ceremony, data) && !ceremony.isCrossOrigin && PASSKEY_ALGORITHMS.includes(publicKeyAlgorithm)
  const isVerified = hasFlags(data, USER_VERIFIED)
  const clientData = Object.entries(changedClientData(clientDataJSON, 'create'))
  const otherId = invertBits(credential.id, 0)
  return {
    isAcceptable: isAllowed && isVerified && hasFlags(data, USER_PRESENT),
    result: await resultOf(verify({})),
    changed: await resultsOf({
      ...Object.fromEntries(clientData.map(([part, changed]) => [part, verify({ clientDataJSON: changed })])),
      'hash of the RP ID': verify(withBits(0)),
      'user presence': verify(withBits(FLAGS_AT, USER_PRESENT)),
      ...(isVerified ? { 'user verification': verify(withBits(FLAGS_AT, USER_VERIFIED)) } : {}),
      'credential id': verifyRegistration({ ...credential, id: otherId, rawId: otherId }, challenge, PARTY),
      'expected challenge': verify({}, PARTY, `x${challenge}`),
      'expected RP ID': verify({}, OTHER_PARTIES[0]),
      'expected origin': verify({}, OTHER_PARTIES[1]),
    }),
    ...(isAllowed && !isVerified
      ? { withVerification: await resultOf(verify(withBits(FLAGS_AT, USER_VERIFIED))) }
      : {}),
  }
}

function storedCredential({ id, response }: CreatedCredential): StoredCredential {
  const data = bytesOf(response.authenticatorData)
  return {
    credential_id: bytesOf(id),
    public_key: data.subarray(CREDENTIAL_ID_AT + data.readUInt16BE(ID_LENGTH_AT)),
    backup_eligible: hasFlags(data, BACKUP_ELIGIBLE),
  }
}

async function checkAsserted(
  ceremony: Ceremony,
  credential: AssertedCredential,
  created: CreatedCredential,
): Promise<Verdict> {
  const { clientDataJSON, authenticatorData, signature } = credential.response
  const data = bytesOf(authenticatorData)
  const challenge = ceremony.challenge ?? ''
  const stored = storedCredential(created)
  const verify = (response: object, party = PARTY, expected = challenge, key = stored) =>
    verifyAssertion(
      {
        ...credential,
        response: { clientDataJSON, authenticatorData, signature, ...response },
      } as Parameters<typeof verifyAssertion>[0],
      key,
      expected,
      party,
    )
  const withBits = (position: number, mask?: number) => ({
    authenticatorData: invertBits(authenticatorData, position, mask),
  })
  const clientData = Object.entries(changedClientData(clientDataJSON, 'get'))
  return {
    isAcceptable:
      isOurs(ceremony, data) &&
      !ceremony.isCrossOrigin &&
      PASSKEY_ALGORITHMS.includes(created.response.publicKeyAlgorithm) &&
      hasFlags(data, USER_PRESENT | USER_VERIFIED),
    result: await resultOf(verify({})),
    changed: await resultsOf({
      ...Object.fromEntries(clientData.map(([part, changed]) => [part, verify({ clientDataJSON: changed })])),
      signature: verify({ signature: invertBits(signature, bytesOf(signature).length - 1) }),
      'hash of the RP ID': verify(withBits(0)),
      'user presence': verify(withBits(FLAGS_AT, USER_PRESENT)),
      'user verification': verify(withBits(FLAGS_AT, USER_VERIFIED)),
      counter: verify(withBits(COUNTER_END)),
      'backup eligibility': verify({}, PARTY, challenge, {
        ...stored,
        backup_eligible: !stored.backup_eligible,
      }),
      'expected challenge': verify({}, PARTY, `x${challenge}`),
      'expected RP ID': verify({}, OTHER_PARTIES[0]),
      'expected origin': verify({}, OTHER_PARTIES[1]),
    }),
  }
}

/** Verdicts of all credentials that the ceremonies of one file returned. */
export async function checkCeremonies(ceremonies: readonly Ceremony[]): Promise<readonly Verdict[]> {
  const created = new Map<string, CreatedCredential>()
  const verdicts: Verdict[] = []
  for (const ceremony of ceremonies) {
    if (ceremony.kind === 'create') {
      if (!ceremony.credential) continue
      created.set(ceremony.credential.id, ceremony.credential)
      verdicts.push(await checkCreated(ceremony, ceremony.credential))
    } else if (ceremony.credential) {
      const registered = created.get(ceremony.credential.id)
      if (!registered) throw new Error('a credential was used that no ceremony has created')
      verdicts.push(await checkAsserted(ceremony, ceremony.credential, registered))
    }
  }
  return verdicts
}
