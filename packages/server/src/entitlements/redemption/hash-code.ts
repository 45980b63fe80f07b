/** How codes lie in the database: keyed hashes (S-086). */
import { keyedHash } from '../../platform/keys/secrets.ts'

/** What is read or heard wrongly means one code: O is 0, I and L are 1. Codes of ours have none of them. */
const fold = (code: string): string => code.replace(/O/g, '0').replace(/[IL]/g, '1')

/** `code`: 16 capitals and digits. */
export const hashRedemptionCode = (key: Buffer, code: string): Buffer => keyedHash(key, 'code', fold(code))

/** Of what was asked under an Idempotency-Key, whatever it was. */
export const hashRequest = (key: Buffer, asked: string): Buffer => keyedHash(key, 'request', asked)

/** Context of the sealed code in an account's history. */
export const REDEMPTION_CODE_ENCRYPTION_CONTEXT = 'redemption'
