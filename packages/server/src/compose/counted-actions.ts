import { issueCertificate } from '@kerf/contract/endpoints/certificate'
import { findPassword } from '@kerf/contract/endpoints/password'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { enterpriseLogin, login, loginByVerificationCode, register } from '@kerf/contract/endpoints/sign-in'
import { connectSocialFlow, loginWithAccessToken } from '@kerf/contract/endpoints/social'
import { finishWatchSession } from '@kerf/contract/endpoints/training'
import { sendVerificationCode } from '@kerf/contract/endpoints/verification'

/** Actions that `/metrics` counts, by path. */
export const COUNTED_ACTIONS: ReadonlyMap<string, string> = new Map([
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
