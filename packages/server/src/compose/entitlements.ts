/** Redemption codes, benefits, training, certificates, the welder's unlock passwords. */

import { benefitRoutes } from '../entitlements/benefit/benefit-routes.ts'
import { createDrawCertificate } from '../entitlements/certificate/draw-certificate.ts'
import { createPrizes } from '../entitlements/certificate/prizes.ts'
import { createRedeemCode } from '../entitlements/redemption/redeem-code.ts'
import { redemptionRoutes } from '../entitlements/redemption/redemption-routes.ts'
import { courseFileRoutes } from '../entitlements/training/course-file-routes.ts'
import { trainingRoutes } from '../entitlements/training/training-routes.ts'
import { createWatchSessions } from '../entitlements/training/watch-session.ts'
import { createIssueUnlockPassword } from '../entitlements/welder/issue-unlock-password.ts'
import { createRequestUnlock } from '../entitlements/welder/request-unlock.ts'
import { createRequestTokens } from '../entitlements/welder/unlock-request-token.ts'
import { welderRoutes } from '../entitlements/welder/welder-routes.ts'
import { createScheduleDelivery } from '../platform/webhook/schedule-delivery.ts'
import { findBrand } from './find-brand.ts'
import type { Services } from './services.ts'

export function composeEntitlements(services: Services): { stop(): void } {
  const { add, http, config, db, keys, limiter, human, brands, courses, metrics, publicUrl, onError } =
    services
  const onGranted = createScheduleDelivery(db, onError)
  redemptionRoutes(add, db, keys.redemption, createRedeemCode({ db, keys, limiter, onGranted }))
  benefitRoutes(add, db)

  const activation = config.activationUrl ?? ''
  const tokens = createRequestTokens(keys.activation, activation)
  const onIssued = () => metrics.countEvent('unlock.issued', 'ok')
  welderRoutes(add, {
    requestUnlock: createRequestUnlock({ db, keys, limiter, human, tokens, activation }),
    activate: createIssueUnlockPassword({ db, keys, limiter, tokens, onIssued }),
    tokens,
  })

  const { brand } = findBrand(brands)
  const draw = createDrawCertificate({ courses, limiter, publicUrl, brand })
  trainingRoutes(add, {
    courses,
    watch: createWatchSessions({ db, courses, limiter }),
    prizes: createPrizes({ db, limiter }),
    draw,
  })
  courseFileRoutes(http, courses)
  return { stop: draw.stop }
}
