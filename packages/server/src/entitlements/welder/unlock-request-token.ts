/**
 * Signs requests for one unlock password as JWTs (EdDSA). An activation API on another server can verify them with the public
 * key alone. The signing key is derived, so all processes have the same one.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { LIGHT_SOURCES, type LightSource } from '@kerf/contract/endpoints/welder'
import { calculateJwkThumbprint, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import type { DatabaseClock } from '../../platform/db/database-clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'

export const UNLOCK_REQUEST_TTL_SECONDS = 600
const ISSUER = 'kerf-passport'
/** Audience of the built-in activation API. */
const BUILT_IN_AUDIENCE = 'kerf-activation'
/** DER prefix of an Ed25519 private key in PKCS #8; the 32 bytes of the key follow (RFC 8410). */
const PKCS8_ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface UnlockRequest {
  readonly serialNumber: string
  readonly lightSource: LightSource
  /** start of the hash that identifies the visitor who watched the course */
  readonly visitor: string
  /** version of the course that was watched */
  readonly courseVersion: string
}

const claimsSchema = v.object({
  jti: v.string(),
  sn: v.string(),
  lightSource: v.picklist(LIGHT_SOURCES),
  watch: v.string(),
  course: v.string(),
})

export interface PublicKey {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly kid: string
  readonly alg: string
  readonly use: string
}

/**
 * `seed`: `keys.activation`, 32 bytes. `activationUrl`: address of another activation API, or ''; requests for that one are
 * not valid for the built-in one.
 */
export function createUnlockRequestTokens(
  { seed, clock }: { readonly seed: Buffer; readonly clock: DatabaseClock },
  activationUrl: string,
) {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey: KeyObject = createPublicKey(privateKey)
  const { kty = '', crv = '', x = '' } = publicKey.export({ format: 'jwk' }) as Record<string, string>
  const kid = calculateJwkThumbprint({ kty, crv, x })

  return {
    async sign({ serialNumber, lightSource, visitor, courseVersion }: UnlockRequest): Promise<string> {
      const issuedAt = Math.floor((await clock.now()) / 1_000)
      return new SignJWT({ sn: serialNumber, lightSource, watch: visitor, course: courseVersion })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: await kid })
        .setIssuer(ISSUER)
        .setAudience(activationUrl || BUILT_IN_AUDIENCE)
        .setJti(randomHandle())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + UNLOCK_REQUEST_TTL_SECONDS)
        .sign(privateKey)
    },

    /** Throws `expired` for a token that is not signed by this server, not for the built-in activation API, or expired. */
    async verify(token: string): Promise<UnlockRequest & { readonly id: string }> {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: ['EdDSA'],
        issuer: ISSUER,
        audience: BUILT_IN_AUDIENCE,
        requiredClaims: ['exp', 'jti'],
        currentDate: new Date(await clock.now()),
      }).catch(() => {
        throw new ApiError('expired')
      })
      const result = v.safeParse(claimsSchema, payload)
      if (!result.success) throw new ApiError('expired')
      const { jti: id, sn: serialNumber, lightSource, watch: visitor, course: courseVersion } = result.output
      return { id, serialNumber, lightSource, visitor, courseVersion }
    },

    async publicKeys(): Promise<PublicKey[]> {
      return [{ kty, crv, x, kid: await kid, alg: 'EdDSA', use: 'sig' }]
    },
  }
}

export type UnlockRequestTokens = ReturnType<typeof createUnlockRequestTokens>
