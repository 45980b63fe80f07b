import type { OutputOf } from '@kerf/contract/endpoint'
import type { getFactors } from '@kerf/contract/endpoints/factors'
import type { CheckedAccount } from '../../features/home/security-checkup.ts'
import { type FullInfo, isEnterprise } from '../../lib/session/account.ts'
import { providerName } from '../../parts/social/provider-name.ts'

/** What the security check-up looks at. `factors`: undefined if they are not known. */
export const checkedAccount = (
  info: FullInfo,
  factors: OutputOf<typeof getFactors> | undefined,
): CheckedAccount => ({
  hasPassword: info.hasPassword,
  hasPasskey: info.passkeys > 0,
  social: info.social.map(({ channel }) => ({ channel, name: providerName(channel) })),
  twoStep: factors && factors.totp !== null,
  ...(isEnterprise(info) && { business: { hasDefaultPassword: info.defaultPassword } }),
})
