/** The calls of the sign-in pages, loaded when a form is first touched. Each resolves once the session has begun. */

import type { InputOf } from '@kerf/contract/endpoint'
import * as login from '@kerf/contract/endpoints/login'
import type { OWN_METHODS } from '@kerf/contract/tracking'
import { call } from '../../lib/call.ts'
import { checkOwnCookies } from '../../lib/own-cookies.ts'
import { beginSession } from '../../lib/session.ts'
import { track, trackResult } from '../../lib/track.ts'

type Entrance =
  | typeof login.login
  | typeof login.loginByCaptcha
  | typeof login.enterpriseLogin
  | typeof login.register
  | typeof login.findPassword

type Method = (typeof OWN_METHODS)[number]

const by =
  <E extends Entrance>(entrance: E, event: 'login' | 'register' | 'findPassword', method: Method) =>
  async (given: InputOf<E>, signal: AbortSignal): Promise<void> => {
    await checkOwnCookies()
    if (event === 'login') track({ event: `${method}Login`, properties: {} })
    const answer = call(entrance as Entrance, given as InputOf<Entrance>, { signal })
    const { utoken } = await trackResult(event, 'account' in given ? 'enterprise' : method, answer)
    beginSession(utoken)
  }

export const byPassword = by(login.login, 'login', 'password')
export const byCode = by(login.loginByCaptcha, 'login', 'captcha')
export const byAccount = by(login.enterpriseLogin, 'login', 'enterprise')
export const byRegistering = by(login.register, 'register', 'captcha')
export const byNewPassword = by(login.findPassword, 'findPassword', 'captcha')
