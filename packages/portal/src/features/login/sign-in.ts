/** The calls of the sign-in pages, loaded when a form is first touched. Each resolves once the session has begun. */

import type { InputOf } from '@kerf/contract/endpoint'
import * as login from '@kerf/contract/endpoints/login'
import { call } from '../../lib/call.ts'
import { checkOwnCookies } from '../../lib/own-cookies.ts'
import { beginSession } from '../../lib/session.ts'

type Entrance =
  | typeof login.login
  | typeof login.loginByCaptcha
  | typeof login.enterpriseLogin
  | typeof login.register
  | typeof login.findPassword

const by =
  <E extends Entrance>(entrance: E) =>
  async (given: InputOf<E>, signal: AbortSignal): Promise<void> => {
    await checkOwnCookies()
    const { utoken } = await call(entrance as Entrance, given as InputOf<Entrance>, { signal })
    beginSession(utoken)
  }

export const byPassword = by(login.login)
export const byCode = by(login.loginByCaptcha)
export const byAccount = by(login.enterpriseLogin)
export const byRegistering = by(login.register)
export const byNewPassword = by(login.findPassword)
