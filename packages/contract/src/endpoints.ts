/** The one table that binds server, client, documentation and the tests that walk over every call. */
import * as account from './endpoints/account.ts'
import * as login from './endpoints/login.ts'
import * as region from './endpoints/region.ts'
import * as verification from './endpoints/verification.ts'

export const ENDPOINTS = {
  verifyEmail: verification.verifyEmail,
  verifyOwnEmail: verification.verifyOwnEmail,
  verifyEnterpriseAccount: verification.verifyEnterpriseAccount,
  humanChallenge: verification.humanChallenge,
  humanAnswer: verification.humanAnswer,
  humanAnswerGoogle: verification.humanAnswerGoogle,
  sendCaptcha: verification.sendCaptcha,
  login: login.login,
  loginByCaptcha: login.loginByCaptcha,
  enterpriseLogin: login.enterpriseLogin,
  register: login.register,
  findPassword: login.findPassword,
  basic: account.basic,
  fullinfo: account.fullinfo,
  logout: account.logout,
  countries: region.countries,
  states: region.states,
} as const
