/**
 * Signed requests for one unlock password: a JWT (EdDSA), so that an activation API elsewhere can check it with the public
 * key alone. The key is derived, the same in every process.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { LIGHT_SOURCES, type LightSource } from '@kerf/contract/endpoints/welder'
import { calculateJwkThumbprint, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'

export const REQUEST_SECONDS = 600
const ISSUER = 'kerf-passport'
/** Audience of the built-in activation API. */
const BUILT_IN = 'kerf-activation'
/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface UnlockRequest {
  readonly sn: string
  readonly lightSource: LightSource
  /** names the watch session, for the record */
  readonly watch: string
  /** version of the course that was watched */
  readonly course: string
}

const claims = v.object({
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

/** `elsewhere`: address of another activation API, or ''; requests for it are none for the built-in one. */
export function createRequestTokens(seed: Buffer, elsewhere: string) {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey: KeyObject = createPublicKey(key)
  const { kty = '', crv = '', x = '' } = publicKey.export({ format: 'jwk' }) as Record<string, string>
  const kid = calculateJwkThumbprint({ kty, crv, x })

  return {
    async sign({ sn, lightSource, watch, course }: UnlockRequest): Promise<string> {
      return new SignJWT({ sn, lightSource, watch, course })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: await kid })
        .setIssuer(ISSUER)
        .setAudience(elsewhere || BUILT_IN)
        .setJti(randomHandle())
        .setIssuedAt()
        .setExpirationTime(`${REQUEST_SECONDS}s`)
        .sign(key)
    },

    /** Throws 20206 for one that is not ours, not for here, or too old. */
    async open(token: string): Promise<UnlockRequest & { readonly id: string }> {
      const checked = await jwtVerify(token, publicKey, {
        algorithms: ['EdDSA'],
        issuer: ISSUER,
        audience: BUILT_IN,
        requiredClaims: ['exp', 'jti'],
      }).catch(() => {
        throw new ApiError('expired')
      })
      const result = v.safeParse(claims, checked.payload)
      if (!result.success) throw new ApiError('expired')
      const { jti: id, ...request } = result.output
      return { id, ...request }
    },

    async publicKeys(): Promise<PublicKey[]> {
      return [{ kty, crv, x, kid: await kid, alg: 'EdDSA', use: 'sig' }]
    },
  }
}

export type RequestTokens = ReturnType<typeof createRequestTokens>
