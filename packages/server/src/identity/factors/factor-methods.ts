/**
 * The kinds of second factor that a sign-in and a reauthentication accept. A kind verifies what the person gave in the
 * caller's transaction and accepts each code once.
 */

import { randomInt } from 'node:crypto'
import type { SecondStepMethod } from '@kerf/contract/endpoints/factors'
import type { Queryable } from '../../platform/db/database.ts'
import { decrypt } from '../../platform/keys/encryption.ts'
import { keyedHash } from '../../platform/keys/secrets.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { hasPasskey } from '../passkey/passkey-store.ts'
import { AMR, type Amr } from '../session/authentication.ts'
import { acceptRecoveryCode, acceptTotpStep, countRecoveryCodes, findTotp } from './factor-store.ts'
import { findTotpStep } from './totp.ts'

export interface FactorMethod {
  readonly amr: Amr
  /** Whether the account can use it now. */
  isAvailable(on: Queryable, uid: string): Promise<boolean>
  /** True: the code is right and was accepted if `tx` commits. */
  accept(tx: Queryable, uid: string, code: string): Promise<boolean>
}

export type FactorDependencies = Pick<PlatformServices, 'keys' | 'clock'>

/** Encryption context of an account's secret. */
export const totpContext = (uid: string): string => `totp ${uid}`

function createTotpMethod({ keys, clock }: FactorDependencies): FactorMethod {
  return {
    amr: AMR.oneTimeCode,
    async isAvailable(on, uid) {
      const [totp] = await findTotp(on, { uid })
      return totp?.secret != null
    },
    async accept(tx, uid, code) {
      const [totp] = await findTotp(tx, { uid })
      const secret = totp?.secret
      if (!secret) return false
      const atMs = await clock.now()
      const step = findTotpStep(decrypt(keys.factor, secret, totpContext(uid)), code, atMs)
      if (step === undefined) return false
      const [accepted] = await acceptTotpStep(tx, { uid, secret, step, at: new Date(atMs) })
      return accepted !== undefined
    },
  }
}

/** Without characters that are confused with others. 31^10 is about 2^49. */
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_CODE_LENGTH = 10
export const RECOVERY_CODES = 10

/** As it is shown: two groups of five. */
export function createRecoveryCode(): string {
  const characters = Array.from({ length: RECOVERY_CODE_LENGTH }, () =>
    RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)),
  ).join('')
  return `${characters.slice(0, 5)}-${characters.slice(5)}`
}

/** Separators, spaces and capitals do not matter. */
export const recoveryCodeHash = (key: Buffer, uid: string, code: string): Buffer =>
  keyedHash(key, 'recovery', uid, code.toLowerCase().replace(/[\s-]/g, ''))

function createRecoveryMethod({ keys, clock }: FactorDependencies): FactorMethod {
  return {
    amr: AMR.oneTimeCode,
    async isAvailable(on, uid) {
      const [codes] = await countRecoveryCodes(on, { uid })
      return (codes?.unused ?? 0) > 0
    },
    async accept(tx, uid, code) {
      const hash = recoveryCodeHash(keys.factor, uid, code)
      const [accepted] = await acceptRecoveryCode(tx, { uid, hash, at: new Date(await clock.now()) })
      return accepted !== undefined
    },
  }
}

export type FactorMethods = Readonly<Record<SecondStepMethod, FactorMethod>>

/** In the order in which they are offered. A further kind of code is an entry here. */
export const createFactorMethods = (deps: FactorDependencies): FactorMethods => ({
  totp: createTotpMethod(deps),
  recovery: createRecoveryMethod(deps),
})

/** The methods that a login of the account can use now. A passkey is one, but no code. */
export async function listMethods(
  methods: FactorMethods,
  on: Queryable,
  uid: string,
): Promise<(SecondStepMethod | 'passkey')[]> {
  const entries = Object.entries(methods) as [SecondStepMethod, FactorMethod][]
  const [available, withPasskey] = await Promise.all([
    Promise.all(entries.map(([, method]) => method.isAvailable(on, uid))),
    hasPasskey(on, uid),
  ])
  const names = entries.filter((_, index) => available[index]).map(([name]) => name)
  return withPasskey ? [...names, 'passkey'] : names
}
