/**
 * The test vectors of Web Authentication Level 3, from `webauthn-vectors.json`. Only what section 7 allows and a passkey needs is
 * accepted; whether a vector is one is computed from its own bytes.
 */
import { readFileSync } from 'node:fs'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { describe, expect, test } from 'vitest'
import type { RelyingParty } from '../../src/identity/passkey/relying-party.ts'
import {
  PASSKEY_ALGORITHMS,
  verifyAssertion,
  verifyRegistration,
} from '../../src/identity/passkey/verify-ceremony.ts'
import { FLAGS } from '../support/software-authenticator.ts'

interface Vector {
  readonly name: string
  readonly registration: Readonly<
    Record<'challenge' | 'credential_id' | 'aaguid' | 'clientDataJSON' | 'attestationObject', string>
  >
  readonly authentication: Readonly<
    Record<'challenge' | 'authenticatorData' | 'clientDataJSON' | 'signature', string>
  >
}

const { vectors } = JSON.parse(readFileSync(new URL('webauthn-vectors.json', import.meta.url), 'utf8')) as {
  vectors: readonly Vector[]
}

const RELYING_PARTY: RelyingParty = {
  id: 'example.org',
  origins: ['https://example.org'],
  topOrigins: () => ['https://example.com'],
}

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url')
/** Of the hash of the RP ID, which starts the authenticator data. */
const RP_ID_HASH = 'bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b5'

/** The authenticator data of a registration: in the attestation object, from the hash on. */
const attestedData = ({ attestationObject }: Vector['registration']): Buffer =>
  Buffer.from(attestationObject.slice(attestationObject.indexOf(RP_ID_HASH)), 'hex')
const FLAGS_AT = 32
/** The library does not verify it. The portal offers it to no authenticator. */
const ED448 = -53
/** RP ID hash, flags, counter, AAGUID, length of the credential id. */
const CREDENTIAL_ID_AT = 55

function partsOf({ name, registration, authentication }: Vector) {
  const data = attestedData(registration)
  const flags = data[FLAGS_AT] ?? 0
  const publicKey = data.subarray(CREDENTIAL_ID_AT + registration.credential_id.length / 2)
  const id = base64url(registration.credential_id)
  const clientData = JSON.parse(Buffer.from(registration.clientDataJSON, 'hex').toString()) as {
    crossOrigin: boolean
  }
  const authenticationFlags = Buffer.from(authentication.authenticatorData, 'hex')[FLAGS_AT] ?? 0
  const algorithm = [-7, -35, -36, -257, -8, ED448][
    ['ES256', 'ES384', 'ES512', 'RS256', 'Ed25519', 'Ed448'].findIndex(one => name.includes(one))
  ]
  const credential = { id, rawId: id, type: 'public-key' as const }
  return {
    stored: {
      credential_id: Buffer.from(registration.credential_id, 'hex'),
      public_key: publicKey,
      backup_eligible: (flags & FLAGS.backupEligible) !== 0,
    },
    created: {
      ...credential,
      response: {
        clientDataJSON: base64url(registration.clientDataJSON),
        attestationObject: base64url(registration.attestationObject),
      },
    },
    asserted: {
      ...credential,
      response: {
        clientDataJSON: base64url(authentication.clientDataJSON),
        authenticatorData: base64url(authentication.authenticatorData),
        signature: base64url(authentication.signature),
      },
    },
    /** what a passkey must not have */
    registrationFlaw:
      (flags & FLAGS.userVerified) === 0 ||
      clientData.crossOrigin ||
      !PASSKEY_ALGORITHMS.includes(algorithm ?? 0),
    authenticationFlaw: (authenticationFlags & FLAGS.userVerified) === 0 || algorithm === ED448,
    isVerifiable: algorithm !== ED448,
  }
}

test('has the fifteen published vectors, of which some are passkeys', () => {
  expect(vectors).toHaveLength(15)
  expect(vectors.map(partsOf).filter(({ registrationFlaw }) => !registrationFlaw)).toHaveLength(5)
  expect(vectors.map(partsOf).filter(({ authenticationFlaw }) => !authenticationFlaw)).toHaveLength(6)
})

describe.each(vectors)('$name', vector => {
  const { stored, created, asserted, registrationFlaw, authenticationFlaw, isVerifiable } = partsOf(vector)
  const register = () => verifyRegistration(created, base64url(vector.registration.challenge), RELYING_PARTY)
  const authenticate = (response = asserted) =>
    verifyAssertion(response, stored, base64url(vector.authentication.challenge), RELYING_PARTY)

  test(`${registrationFlaw ? 'refuses' : 'accepts'} the registration`, async () => {
    if (registrationFlaw) return expect(register()).rejects.toMatchObject({ errorName: 'passkey_rejected' })
    const { aaguid, credentialId, publicKey } = await register()
    expect(aaguid.replaceAll('-', '')).toBe(vector.registration.aaguid)
    expect(credentialId).toEqual(stored.credential_id)
    expect(stored.public_key.subarray(0, publicKey.length)).toEqual(publicKey)
  })

  test(`${authenticationFlaw ? 'refuses' : 'accepts'} the authentication`, async () => {
    if (authenticationFlaw)
      return expect(authenticate()).rejects.toMatchObject({ errorName: 'passkey_rejected' })
    expect(await authenticate()).toMatchObject({ signCount: 0 })
  })

  test.runIf(isVerifiable)('has a right signature, and a wrong one after a change of one bit', async () => {
    const verify = (response: typeof asserted) =>
      verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: base64url(vector.authentication.challenge),
        expectedOrigin: [...RELYING_PARTY.origins],
        expectedTopOrigin: [...RELYING_PARTY.topOrigins()],
        expectedRPID: RELYING_PARTY.id,
        requireUserVerification: false,
        credential: { id: asserted.id, publicKey: new Uint8Array(stored.public_key), counter: 0 },
      }).then(
        ({ verified }) => verified,
        () => false,
      )
    expect(await verify(asserted)).toBe(true)
    const data = Buffer.from(asserted.response.authenticatorData, 'base64url')
    // The last byte of the counter.
    data[data.length - 1] = 1
    const changed = { ...asserted.response, authenticatorData: data.toString('base64url') }
    expect(await verify({ ...asserted, response: changed })).toBe(false)
  })
})
