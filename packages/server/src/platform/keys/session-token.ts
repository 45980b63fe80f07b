/**
 * Session tokens: 256 random bits, then the 128 bits of the account's uid, base64url (64 characters). The uid is used to find
 * the shard of a distributed database. The stored hash covers the whole token, so a token with another uid matches no session.
 * Tokens of the former form are the random bits alone (43 characters) and stay valid. Decision 034.
 */
import { isToken, randomToken } from './secrets.ts'
import { uidToBytes } from './uid-bytes.ts'

const RANDOM_BYTES = 32
const TOKEN_LENGTH = 64

/** 48 bytes need no padding bits, so each token can be written in one way only. */
export const createSessionToken = (uid: string): string =>
  Buffer.concat([Buffer.from(randomToken(), 'base64url'), uidToBytes(uid)]).toString('base64url')

/** True if the value has one of the two forms of a session token. Anything else needs no lookup. */
export const isSessionToken = (value: unknown): value is string =>
  typeof value === 'string' && (value.length === TOKEN_LENGTH ? /^[\w-]+$/.test(value) : isToken(value))

/** The uid that a token names, as 32 hexadecimal digits; undefined for a token of the former form. */
export const sessionTokenUid = (token: string): string | undefined =>
  isToken(token) ? undefined : Buffer.from(token, 'base64url').toString('hex', RANDOM_BYTES)
