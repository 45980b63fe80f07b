/**
 * Values of tokens. Authorization codes and refresh tokens: 256 random bits, and in encrypted form the account and the grant.
 * So a lookup asks one shard, an app cannot read or compare the ids of people, and a refresh token that was used still tells
 * which grant it belongs to after its row is gone. An access token holds all that it says, encrypted: it needs no row.
 */
import { decrypt, encrypt } from '../../../platform/keys/encryption.ts'
import { fillRandom, keyedHash, sha256 } from '../../../platform/keys/secrets.ts'
import { UID_BYTES, uidFromBytes, uidToBytes } from '../../../platform/keys/uid-bytes.ts'
import type { TokenKey } from './openid-token-store.ts'

export type StoredTokenKind = 'AuthorizationCode' | 'RefreshToken'
const ACCESS_TOKEN = 'AccessToken'
type TokenKind = StoredTokenKind | typeof ACCESS_TOKEN

const SALT_BYTES = 16
/** Nonce and tag of `encrypt`. */
const ENCRYPTION_BYTES = 28

/** With a key for each value: one key with random nonces is safe for 2^32 values only, and more tokens than that are issued. */
function encryptToken(key: Buffer, kind: TokenKind, plain: Buffer | string): Buffer {
  const salt = fillRandom(Buffer.alloc(SALT_BYTES))
  return Buffer.concat([salt, encrypt(keyedHash(key, kind, salt), plain, kind)])
}

function decryptToken(key: Buffer, kind: TokenKind, encrypted: Buffer): Buffer | undefined {
  try {
    return decrypt(
      keyedHash(key, kind, encrypted.subarray(0, SALT_BYTES)),
      encrypted.subarray(SALT_BYTES),
      kind,
    )
  } catch {
    return undefined
  }
}

export interface TokenOwner {
  readonly uid: string
  readonly grantId: string
}

const GRANT_ID_BYTES = 12
const OWNER_BYTES = SALT_BYTES + UID_BYTES + GRANT_ID_BYTES + ENCRYPTION_BYTES
const RANDOM_BYTES = 33
const TOKEN_LENGTH = ((OWNER_BYTES + RANDOM_BYTES) * 4) / 3

/** `grantId`: of `randomHandle`. */
export function createTokenValue(key: Buffer, kind: StoredTokenKind, { uid, grantId }: TokenOwner): string {
  const owner = Buffer.concat([uidToBytes(uid), Buffer.from(grantId, 'base64url')])
  return Buffer.concat([encryptToken(key, kind, owner), fillRandom(Buffer.alloc(RANDOM_BYTES))]).toString(
    'base64url',
  )
}

/**
 * keycloak-js decodes refresh tokens as JWTs and throws if the second part is no JSON object. This one is empty; it is removed before
 * the token is parsed or hashed.
 */
const EMPTY_CLAIMS = `.${Buffer.from('{}').toString('base64url')}`

export const withEmptyClaims = (value: string): string => value + EMPTY_CLAIMS
export const withoutClaims = (given: string): string =>
  given.endsWith(EMPTY_CLAIMS) ? given.slice(0, -EMPTY_CLAIMS.length) : given

/**
 * The refresh token that replaces the given one: everybody who uses the given one gets the same. Only the key of this server computes it.
 */
export function successorOf(key: Buffer, value: string): string {
  const bytes = Buffer.from(value, 'base64url')
  const successor = Buffer.alloc(OWNER_BYTES + RANDOM_BYTES)
  bytes.copy(successor, 0, 0, OWNER_BYTES)
  keyedHash(key, 'successor of a refresh token', bytes).copy(successor, OWNER_BYTES)
  return successor.toString('base64url')
}

/** Of a value that was created or parsed before: stored in its place. */
export const hashTokenValue = (value: string): Buffer => sha256(Buffer.from(value, 'base64url'))

/** undefined: this server never issued a token of this kind with this value. The token itself may have ended. */
export function parseTokenValue(
  key: Buffer,
  kind: StoredTokenKind,
  value: string,
): (TokenOwner & TokenKey) | undefined {
  if (value.length !== TOKEN_LENGTH || !/^[\w-]+$/.test(value)) return undefined
  const bytes = Buffer.from(value, 'base64url')
  const owner = decryptToken(key, kind, bytes.subarray(0, OWNER_BYTES))
  const uid = owner && uidFromBytes(owner.subarray(0, UID_BYTES))
  if (!owner || uid === undefined) return undefined
  return { uid, grantId: owner.toString('base64url', UID_BYTES), hash: sha256(bytes) }
}

const ACCESS_TOKEN_MAX_LENGTH = 4096

export type AccessTokenPayload = Readonly<Record<string, unknown>>

export const createAccessTokenValue = (key: Buffer, payload: AccessTokenPayload): string =>
  encryptToken(key, ACCESS_TOKEN, JSON.stringify(payload)).toString('base64url')

/** undefined: this server never issued it, or it is written in another way: base64 ignores a part of the last character. */
export function parseAccessTokenValue(
  key: Buffer,
  value: string,
): { payload: AccessTokenPayload; hash: Buffer } | undefined {
  if (value.length > ACCESS_TOKEN_MAX_LENGTH) return undefined
  const bytes = Buffer.from(value, 'base64url')
  if (bytes.toString('base64url') !== value) return undefined
  const plain = decryptToken(key, ACCESS_TOKEN, bytes)
  return plain && { payload: JSON.parse(plain.toString()), hash: sha256(bytes) }
}
