/** Counts for `/metrics` what people did, by brand: the calls that an operator asks about daily. */
import {
  enterpriseLogin,
  findPassword,
  login,
  loginByVerificationCode,
  register,
} from '@kerf/contract/endpoints/login'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { connectSocialFlow, loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { finishWatchSession, issueCertificate } from '@kerf/contract/endpoints/training'
import { sendVerificationCode } from '@kerf/contract/endpoints/verification'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const ACTS: ReadonlyMap<string, string> = new Map([
  [register.path, 'sign-up'],
  [login.path, 'sign-in by password'],
  [loginByVerificationCode.path, 'sign-in by code'],
  [enterpriseLogin.path, 'sign-in of an enterprise'],
  [connectSocialFlow.path, 'sign-in by social account'],
  [loginWithAccessToken.path, 'sign-in by social account'],
  [findPassword.path, 'recovery'],
  [sendVerificationCode.path, 'code'],
  [redeem.path, 'redemption'],
  [finishWatchSession.path, 'lesson'],
  [issueCertificate.path, 'certificate'],
])

/** For the routes that are added from then on. `appOf`: a code of a known app, whatever the request says. */
export function countActions(
  http: FastifyInstance,
  appOf: (request: FastifyRequest) => string,
  count: (act: string, app: string, outcome: 'ok' | 'refused' | 'failed') => void,
): void {
  http.addHook('onRoute', route => {
    const act = ACTS.get(route.url)
    if (act === undefined) return
    route.onResponse = (request, { statusCode }, done) => {
      count(act, appOf(request), statusCode < 400 ? 'ok' : statusCode < 500 ? 'refused' : 'failed')
      done()
    }
  })
}
