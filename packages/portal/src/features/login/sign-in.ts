/** The calls of the sign-in pages, loaded with the first input. Each resolves once the session has started. */

import type { InputOf } from '@kerf/contract/endpoint'
import * as passkey from '@kerf/contract/endpoints/passkey'
import { findPassword } from '@kerf/contract/endpoints/password'
import * as login from '@kerf/contract/endpoints/sign-in'
import { verifyEmail } from '@kerf/contract/endpoints/verification'
import type { BUILT_IN_SIGN_IN_METHODS } from '@kerf/contract/tracking/tracking'
import { trackEvent, trackResult } from '../../lib/analytics/track.ts'
import { callApi } from '../../lib/api/api-client.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { askForAgreement } from '../../lib/form/agreement.ts'
import { rememberSignIn } from '../../lib/session/remember-sign-in.ts'
import { startSession } from '../../lib/session/session.ts'
import { saveTypedPassword } from '../../lib/session/typed-password.ts'
import { detectBlockedCookies } from '../../lib/token/cookie-state.ts'
import { markPasskeyOfferDue } from '../../parts/passkeys/passkey-offer.ts'

const AGREEMENT_REQUIRED = 'agreement_required'

type SignInEndpoint =
  | typeof login.login
  | typeof login.loginByVerificationCode
  | typeof login.enterpriseLogin
  | typeof login.register
  | typeof findPassword
  | typeof passkey.loginByPasskey
  | typeof passkey.registerByPasskey

type Method = (typeof BUILT_IN_SIGN_IN_METHODS)[number]

const createSignIn =
  <E extends SignInEndpoint>(entrance: E, event: 'login' | 'register' | 'findPassword', method: Method) =>
  async (given: InputOf<E>, signal: AbortSignal): Promise<void> => {
    await detectBlockedCookies()
    if (event === 'login') trackEvent({ event: `${method}Login`, properties: {} })
    const answer = callApi(entrance as SignInEndpoint, given as InputOf<SignInEndpoint>, {
      signal,
      // A repeat after a lost answer signs in to the new account.
      ...(event === 'register' && 'nonce' in given && { idempotencyKey: given.nonce }),
    })
    const { utoken } = await trackResult(event, 'account' in given ? 'enterprise' : method, answer).catch(
      (error: unknown) => {
        if (errorNameOf(error) === AGREEMENT_REQUIRED) askForAgreement()
        throw error
      },
    )
    rememberSignIn(event === 'login' || method === 'passkey' ? method : 'password')
    if (event === 'login' && method === 'password') markPasskeyOfferDue()
    // For the alert about a password that an operator assigned.
    if (event === 'login' && 'account' in given) saveTypedPassword(utoken, given.password)
    startSession(utoken)
  }

export const signInWithPassword = createSignIn(login.login, 'login', 'password')
export const signInWithCode = createSignIn(login.loginByVerificationCode, 'login', 'captcha')
export const signInWithAccount = createSignIn(login.enterpriseLogin, 'login', 'enterprise')
export const register = createSignIn(login.register, 'register', 'captcha')
export const resetPassword = createSignIn(findPassword, 'findPassword', 'captcha')
/** Names the second address of an account as the receiver of a code. */
export async function openSecondMailbox(
  email: string,
  secondEmail: string,
  signal: AbortSignal,
): Promise<{ nonce: string; receiver: string }> {
  const { nonce } = await callApi(verifyEmail, { email, secondEmail, scene: 'findpwd' }, { signal })
  return { nonce, receiver: secondEmail }
}

export const signInWithPasskey = createSignIn(passkey.loginByPasskey, 'login', 'passkey')
export const registerWithPasskey = createSignIn(passkey.registerByPasskey, 'register', 'passkey')
