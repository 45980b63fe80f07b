/** Connects a social account as its owner does: with the password, then with the code by email. */
import { passSecondStep, type SecondStep } from '@kerf/contract/endpoints/factors'
import { connectSocialFlow } from '@kerf/contract/endpoints/social'
import type { SignInAgreement } from '@kerf/contract/fields'
import { PASSWORD } from '../support/accounts.ts'
import { type CallOptions, newIpAddress } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'

/** Returns the last answer: that of the code, or the error of the password. */
export async function connectByPassword(
  server: TestServer,
  flow: string,
  email: string,
  { agreement, ...options }: CallOptions & { readonly agreement?: SignInAgreement } = {},
) {
  const browser = { ip: newIpAddress(), ...options }
  const first = await server.call(connectSocialFlow, { flow, password: PASSWORD, agreement }, browser)
  if (first.code !== 20108) return first
  const { flow: step } = first.data as unknown as SecondStep
  const code = await server.waitForCode(email)
  return server.call(passSecondStep, { flow: step, method: 'mail', code }, browser)
}
