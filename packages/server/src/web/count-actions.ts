/** Counts user actions for `/metrics`, by app and outcome. */

import { issueCertificate } from '@kerf/contract/endpoints/certificate'
import { findPassword } from '@kerf/contract/endpoints/password'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { enterpriseLogin, login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import { connectSocialFlow, loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { finishWatchSession } from '@kerf/contract/endpoints/training'
import { sendVerificationCode } from '@kerf/contract/endpoints/verification'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const ACTIONS: ReadonlyMap<string, string> = new Map([
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

/** Applies to routes that are added later. `appOf` returns the code of a known app. */
export function countActions(
  http: FastifyInstance,
  appOf: (request: FastifyRequest) => string,
  count: (action: string, app: string, outcome: 'ok' | 'refused' | 'failed') => void,
): void {
  http.addHook('onRoute', route => {
    const action = ACTIONS.get(route.url)
    if (action === undefined) return
    route.onResponse = (request, { statusCode }, done) => {
      count(action, appOf(request), statusCode < 400 ? 'ok' : statusCode < 500 ? 'refused' : 'failed')
      done()
    }
  })
}
