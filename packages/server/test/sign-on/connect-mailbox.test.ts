import { getFullInfo } from '@kerf/contract/endpoints/profile'
import { connectSocialFlow, describeSocialFlow } from '@kerf/contract/endpoints/social'
import { verifyEmail } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD, requestCode, seedPerson, wrongCode } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'
import { connectionFlowOf, listLinks, newDemoName, signInAtDemo } from './browser.ts'

const server = await useTestServer()

test('asks for an email address if the provider has not verified one', async () => {
  const person = await seedPerson(server)
  const someone = { name: newDemoName(), choice: 'unverified', email: person.email } as const
  const flow = connectionFlowOf(await signInAtDemo(server, someone))
  const { data, text } = await server.call(describeSocialFlow, { flow })
  expect(data).toMatchObject({ needs: 'email', email: '', hasPassword: false, name: someone.name })
  expect(text).not.toContain(person.email)
  expect((await server.call(connectSocialFlow, { flow, password: PASSWORD })).code).toBe(20206)

  const email = newEmail()
  const code = await requestCode(server, email, 'bind')
  const made = await server.call(connectSocialFlow, { flow, email, ...code })
  expect([made.code, made.data.created]).toEqual([0, true])
  const { data: info } = await server.call(getFullInfo, undefined, { token: made.data.utoken })
  expect(info.email).toBe(email)
  expect(await listLinks(server, person.uid)).toEqual([])
  expect(await signInAtDemo(server, someone)).toMatchObject({ code: 0, created: false })
})

test('creates an account after verifying the email address given', async () => {
  const someone = { name: newDemoName(), choice: 'none' } as const
  const flow = connectionFlowOf(await signInAtDemo(server, someone, { lang: 'zh' }))
  const email = newEmail()
  const code = await requestCode(server, email, 'bind')
  const other = newEmail()
  expect((await server.call(connectSocialFlow, { flow, email: other, ...code })).code).toBe(20203)
  expect((await server.call(connectSocialFlow, { flow, ...code })).fields).toEqual({
    email: 'email_required',
  })
  expect((await server.call(connectSocialFlow, { flow, email: 'nobody', ...code })).code).toBe(20001)
  const wrong = { flow, email, ...code, captcha: wrongCode(code) }
  expect((await server.call(connectSocialFlow, wrong)).code).toBe(20201)
  const made = await server.call(connectSocialFlow, { flow, email, ...code }, { lang: 'zh' })
  expect([made.code, made.data.created]).toEqual([0, true])
  const [row] = await server.sql(
    'select email, lang, password_hash, email_verified_at is not null as verified from account where uid = $1',
    made.data.uid,
  )
  expect(row).toEqual({ email, lang: 'zh', password_hash: null, verified: true })
  const agreed = await server.sql('select document from agreement where uid = $1', made.data.uid)
  expect(agreed).toHaveLength(2)
  expect((await server.call(connectSocialFlow, { flow, email, ...code })).code).toBe(20206)
})

test('rejects an email address that got an account in the meantime', async () => {
  const flow = connectionFlowOf(await signInAtDemo(server, { name: newDemoName(), choice: 'none' }))
  const email = newEmail()
  const code = await requestCode(server, email, 'bind')
  const person = await seedPerson(server, { email })
  const late = await server.call(connectSocialFlow, { flow, email, ...code })
  expect(late.code).toBe(20115)
  expect(await listLinks(server, person.uid)).toEqual([])
  expect((await server.call(verifyEmail, { email, scene: 'bind' })).code).toBe(20403)
})
