/** Composes the entitlements: redemption, benefits, training, certificates, welder unlock. */
import { HOUR_SECONDS } from '@kerf/contract/limits'
import { benefitRoutes } from '../entitlements/benefit/benefit-routes.ts'
import { certificateRoutes } from '../entitlements/certificate/certificate-routes.ts'
import { createCheckCertificate } from '../entitlements/certificate/check-certificate.ts'
import { createIssueCredential } from '../entitlements/certificate/credential/issue-credential.ts'
import { createDrawCertificate } from '../entitlements/certificate/draw-certificate.ts'
import { createIssueCertificate } from '../entitlements/certificate/issue-certificate.ts'
import { openBadgeRoutes } from '../entitlements/certificate/open-badge-routes.ts'
import { createRedeemCode } from '../entitlements/redemption/redeem-code.ts'
import { redemptionRoutes } from '../entitlements/redemption/redemption-routes.ts'
import { courseFileRoutes } from '../entitlements/training/course-file-routes.ts'
import { createFinishWatchSession } from '../entitlements/training/finish-watch-session.ts'
import { createReportWatchPosition } from '../entitlements/training/report-watch-position.ts'
import { createStartWatchSession } from '../entitlements/training/start-watch-session.ts'
import { trainingRoutes } from '../entitlements/training/training-routes.ts'
import { createAccountMachines } from '../entitlements/welder/account-machines.ts'
import { createIssueUnlockPassword } from '../entitlements/welder/issue-unlock-password.ts'
import { createRequestUnlock } from '../entitlements/welder/request-unlock.ts'
import { createUnlockRequestTokens } from '../entitlements/welder/unlock-request-token.ts'
import { createUnlockWork } from '../entitlements/welder/unlock-work.ts'
import { welderRoutes } from '../entitlements/welder/welder-routes.ts'
import { ACCOUNT_EVENT_CHANNEL } from '../outbound/webhook/account-event-store.ts'
import { createScheduleDelivery } from '../outbound/webhook/schedule-delivery.ts'
import { listen } from '../platform/db/listen.ts'
import { createGlobalThreshold } from '../platform/limits/global-threshold.ts'
import { findBrand } from './find-brand.ts'
import type { Services } from './services.ts'

export function composeEntitlements(services: Services): { stop(): Promise<void> } {
  const { add, http, config, db, clock, limitsDb, keys, limiter, human, brands, courses, metrics } = services
  const { publicUrl, onError, listReads } = services
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
      ...{ db, keys, limiter, human, tokens, activationUrl, machines },
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
    issueCredential: createIssueCredential({
      ...{ db, limiter, courses, publicUrl, issuer },
      wrappingKey: keys.wrapping,
    }),
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
