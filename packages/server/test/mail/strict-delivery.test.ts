import {
  getCodeDelivery,
  sendVerificationCode,
  verifyEmail,
  verifyEnterpriseAccount,
} from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { startSmtp } from '../../src/outbound/mail/smtp-fixture.ts'
import { newEmail, seedBusiness, seedPerson } from '../support/accounts.ts'
import { useTestServer } from '../support/test-server.ts'

const smtp = await startSmtp()
const server = await useTestServer({ env: { ACCOUNT_PRIVACY: 'strict', MAIL_URL: smtp.url } })
smtp.refuse = { code: 550, text: '5.1.1 no such user' }

const ip = '203.0.113.91'

/** What the page learns once the job has ended. */
async function learns(nonce: string, receiver: string): Promise<string> {
  const sent = await server.call(sendVerificationCode, { receiver, nonce, ticket: 'any' }, { ip })
  expect(sent.code).toBe(0)
  const status = async () =>
    (await server.sql('select status from mail_delivery where request_id = $1', sent.requestId))[0]?.status
  await expect.poll(status).not.toBe('queued')
  return (await server.call(getCodeDelivery, { nonce }, { ip })).data.deliveryStatus
}

test.each(['login', 'register', 'findpwd'] as const)(
  'tells the same of a refused address with and without an account in scene %s',
  async scene => {
    for (const email of [(await seedPerson(server)).email, newEmail()]) {
      const { nonce } = (await server.call(verifyEmail, { email, scene }, { ip })).data
      expect(await learns(nonce, email)).toBe('refused')
    }
  },
)

test('tells nothing of the mail of an enterprise account, which an unknown one does not get', async () => {
  for (const account of [(await seedBusiness(server)).account, 'no-such-shop']) {
    const { nonce } = (await server.call(verifyEnterpriseAccount, { account }, { ip })).data
    expect(await learns(nonce, '***')).toBe('pending')
  }
})
