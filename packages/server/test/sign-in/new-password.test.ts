/** Every call that sets a password refuses the same ones, for the same reasons, without asking a service (S-002, S-003). */
import { changeEnterprisePassword, changePassword, findPassword } from '@kerf/contract/endpoints/password'
import { register } from '@kerf/contract/endpoints/sign-in'
import { expect, test } from 'vitest'
import { signInToken } from '../account-center/fixtures.ts'
import { newEmail, PASSWORD, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const server = await useTestServer()

/** Well-formed but never mailed: the password is checked first, so that a refused one does not use up a code. */
const CODE = { captcha: '123456', nonce: 'A'.repeat(43) }

const PLACES: Record<string, (password: string) => Promise<{ code: number; fields: unknown }>> = {
  registration: password =>
    server.call(register, { email: newEmail('wilhelmina'), password, ...CODE, agreement: true }),
  'password reset': async password => {
    const { email } = await seedPerson(server, { email: newEmail('wilhelmina') })
    return server.call(findPassword, { email, password, ...CODE })
  },
  'password reset of an enterprise account': async password => {
    const { account } = await seedBusiness(server)
    return server.call(findPassword, { account, password, ...CODE })
  },
  'first password': async password => {
    const person = await seedPerson(server, { email: newEmail('wilhelmina') })
    const token = await signInToken(server, person)
    await server.sql('update account set password_hash = null where uid = $1', person.uid)
    return server.call(changePassword, { password, ...CODE }, { token })
  },
  'password change': async password => {
    const token = await signInToken(server, await seedPerson(server, { email: newEmail('wilhelmina') }))
    return server.call(changePassword, { oldPassword: PASSWORD, password }, { token })
  },
  'password change of an enterprise account': async password => {
    const token = await signInToken(server, await seedBusiness(server, { defaultPassword: true }))
    return server.call(changeEnterprisePassword, { oldPassword: PASSWORD, password }, { token })
  },
}

test.each(Object.keys(PLACES))('%s refuses passwords that everybody tries', async place => {
  const flaws = {
    // Not among the 10,000 most common ones, but among the million.
    valerie1978: 'password_too_common',
    'P@ssw0rd2026': 'password_too_common',
    '      ': 'password_pattern',
    '1qaz@WSX3edc': 'password_pattern',
    'K3rf-passport': 'password_own_words',
    [place.includes('enterprise') ? 'Shop2026' : 'Wilhelmina26']: 'password_own_words',
  }
  const answers = await Promise.all(
    Object.keys(flaws).map(async password => [password, await PLACES[place]?.(password)] as const),
  )
  expect(answers.map(([password, answer]) => [password, answer?.code, answer?.fields])).toEqual(
    Object.entries(flaws).map(([password, flaw]) => [password, 20119, { password: flaw }]),
  )
})
