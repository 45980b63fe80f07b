/** Creates redemption, benefits, training, certificates and welder unlock, and adds their routes. */

import { findBrand } from '@kerf/brands/registry'
import { issueCertificate } from '@kerf/contract/endpoints/certificate'
import { redeem } from '@kerf/contract/endpoints/redemption'
import { finishWatchSession } from '@kerf/contract/endpoints/training'
import { HOUR_SECONDS } from '@kerf/contract/limits'
import type { FastifyInstance } from 'fastify'
import type { AddRoute, HumanCheck } from '../identity/index.ts'
import { ACCOUNT_EVENT_CHANNEL } from '../outbound/webhook/account-event-store.ts'
import { createScheduleDelivery } from '../outbound/webhook/schedule-delivery.ts'
import { listen } from '../platform/db/listen.ts'
import { createGlobalThreshold } from '../platform/limits/global-threshold.ts'
import type { PlatformServices } from '../platform/services.ts'
import { benefitRoutes } from './benefit/benefit-routes.ts'
import { certificateRoutes } from './certificate/certificate-routes.ts'
import { createCheckCertificate } from './certificate/check-certificate.ts'
import { createDrawCertificate } from './certificate/draw-certificate.ts'
import { createIssueCertificate } from './certificate/issue-certificate.ts'
import { createIssueCredential } from './certificate/issue-credential.ts'
import { openBadgeRoutes } from './certificate/open-badge-routes.ts'
import { createRedeemCode } from './redemption/redeem-code.ts'
import { redemptionRoutes } from './redemption/redemption-routes.ts'
import type { Courses } from './training/course.ts'
import { courseFileRoutes } from './training/course-file-routes.ts'
import { createFinishWatchSession } from './training/finish-watch-session.ts'
import { createReportWatchPosition } from './training/report-watch-position.ts'
import { createStartWatchSession } from './training/start-watch-session.ts'
import { trainingRoutes } from './training/training-routes.ts'
import { createAccountMachines } from './welder/account-machines.ts'
import { createIssueUnlockPassword } from './welder/issue-unlock-password.ts'
import { createRequestUnlock } from './welder/request-unlock.ts'
import { createUnlockRequestTokens } from './welder/unlock-request-token.ts'
import { createUnlockWork } from './welder/unlock-work.ts'
import { welderRoutes } from './welder/welder-routes.ts'

export { BENEFIT_REMINDERS_JOB, remindBenefitsTask } from './redemption/remind-benefits.ts'

export interface EntitlementsOptions extends PlatformServices {
  readonly http: FastifyInstance
  readonly add: AddRoute
  readonly human: HumanCheck
  readonly courses: Courses
}

/** Actions that `/metrics` counts, by path. */
export const ENTITLEMENTS_ACTIONS: ReadonlyMap<string, string> = new Map([
  [redeem.path, 'redemption'],
  [finishWatchSession.path, 'lesson'],
  [issueCertificate.path, 'certificate'],
])

export function openEntitlements(options: EntitlementsOptions): { stop(): Promise<void> } {
  const { add, http, config, db, clock, limitsDb, keys, limiter, human, brands, courses, metrics } = options
  const { publicUrl, onError, listReads } = options
  const onGranted = createScheduleDelivery(db, onError)
  // Other processes and the command line write events too.
  const events = listen(db, ACCOUNT_EVENT_CHANNEL, onGranted, onError)
  redemptionRoutes(add, listReads, keys.redemption, createRedeemCode({ db, keys, limiter, human, onGranted }))
  benefitRoutes(add, db)

  const activationUrl = config.activationUrl ?? ''
  const tokens = createUnlockRequestTokens({ seed: keys.activation, clock }, activationUrl)
  const onIssued = () => metrics.countEvent('unlock.issued', 'ok')
  // The alert on unlock passwords sees no increase in a series that begins with a burst.
  metrics.countEvent('unlock.issued', 'ok', 0)
  const machines = createAccountMachines({ db, key: keys.unlock })
  welderRoutes(add, {
    machines,
    requests: createRequestUnlock({
      ...options,
      tokens,
      activationUrl,
      machines,
      unlockWork: createUnlockWork({ db, clock, challengeKey: keys.challenge, limiter }),
      threshold: createGlobalThreshold(
        limitsDb,
        { key: 'global:unlock-machines', limit: config.unlockMachines, seconds: HOUR_SECONDS },
        onError,
      ),
    }),
    issueUnlockPassword: createIssueUnlockPassword({ db, keys, limiter, tokens, onIssued }),
    tokens,
  })

  const issuer = findBrand(brands)
  const drawCertificate = createDrawCertificate({ courses, limiter, publicUrl, issuer })
  certificateRoutes(add, db, {
    issueCertificate: createIssueCertificate(db),
    checkCertificate: createCheckCertificate({ db, limiter, courses, issuer }),
    drawCertificate,
    issueCredential: createIssueCredential({ ...options, issuer, wrappingKey: keys.wrapping }),
  })
  trainingRoutes(add, db, courses, {
    startWatchSession: createStartWatchSession({ db, courses, limiter }),
    reportWatchPosition: createReportWatchPosition(db),
    finishWatchSession: createFinishWatchSession({ db, courses, onCourseFinished: drawCertificate.prepare }),
  })
  openBadgeRoutes(http, { db, courses, publicUrl, issuer })
  courseFileRoutes(http, courses)
  return {
    async stop() {
      drawCertificate.stop()
      await events.stop()
    },
  }
}

export { createBenefitWebhookFeed } from './benefit/benefit-webhook-feed.ts'
