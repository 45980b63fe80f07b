/** Gives an account an authenticator app, as its owner would. */
import { confirmTotp, startTotp } from '@kerf/contract/endpoints/factors'
import { timeStep, totpCode } from '../../src/identity/factors/totp.ts'
import { setBothProofs, signInBrowser } from '../account-center/fixtures.ts'
import type { Business, Person } from '../support/accounts.ts'
import type { CallOptions } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes the base32 of a set-up. */
export function secretOf(text: string): Buffer {
  const bits = [...text].map(c => ALPHABET.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

export interface Protection {
  readonly secret: Buffer
  readonly recoveryCodes: readonly string[]
  readonly token: string
  /** of the browser that set it up */
  readonly options: CallOptions
  /** the code of the app, made good again if it was used */
  code(): Promise<string>
}

export async function protect(server: TestServer, who: Person | Business): Promise<Protection> {
  const { token, cookies } = await signInBrowser(server, who)
  const options = { token, headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') } }
  await setBothProofs(server, who.uid)
  const { data: setup } = await server.call(startTotp, {}, options)
  const secret = secretOf(setup.secret)
  const present = () => totpCode(secret, timeStep(Date.now()))
  const { data } = await server.call(confirmTotp, { code: present() }, options)
  return {
    secret,
    recoveryCodes: data.recoveryCodes,
    token,
    options,
    async code() {
      await server.sql('update totp_factor set last_step = 0 where uid = $1', who.uid)
      return present()
    },
  }
}
