/** Redemption codes are stored as keyed hashes only, so a copy of the database reveals no usable code (S-086). */
import { keyedHash } from '../../platform/keys/secrets.ts'

/** Characters that are easily confused count as one: O is 0, I and L are 1. */
const foldLookAlikes = (code: string): string => code.replace(/O/g, '0').replace(/[IL]/g, '1')

/** `code`: 16 capitals and digits, as `parseRedemptionCode` returns it. */
export const hashRedemptionCode = (key: Buffer, code: string): Buffer =>
  keyedHash(key, 'code', foldLookAlikes(code))

/** Hash of a request made with an Idempotency-Key. `request` may be any text. */
export const hashRedemptionRequest = (key: Buffer, request: string): Buffer =>
  keyedHash(key, 'request', request)

/** Encryption context of the codes in an account's history. */
export const REDEMPTION_CODE_ENCRYPTION_CONTEXT = 'redemption'
