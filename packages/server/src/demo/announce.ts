/** What a person who started the product needs to know. */

import { formatRedemptionCode } from '@kerf/contract/redemption-code'
import type { Config } from '../platform/config/config.ts'
import type { Samples } from './samples/start-samples.ts'
import { DEMO_ENTERPRISE, DEMO_PERSONAL } from './seed-demo.ts'
import { DEMO_CODES } from './seed-redemption.ts'

export function announce(config: Config, url: URL, samples: Samples | undefined): void {
  const lines = [`Kerf Passport is ready: ${url.origin}`]
  if (!config.production) {
    lines.push(
      '',
      `  demo account   ${DEMO_PERSONAL.email}  /  ${DEMO_PERSONAL.password}`,
      `  demo business  ${DEMO_ENTERPRISE.account}  /  ${DEMO_ENTERPRISE.password}`,
      `  demo codes     ${formatRedemptionCode(DEMO_CODES[0] ?? '')} to ${formatRedemptionCode(DEMO_CODES.at(-1) ?? '').slice(-4)}`,
      config.mailUrl === undefined
        ? `  mails go to    ${url.origin}/dev/mail`
        : '  mails go to    the server of MAIL_URL',
      `  demo host      http://host.other.localhost:${url.port || '80'}/dev/host`,
      `  calls          ${url.origin}/docs`,
    )
    if (samples) {
      const [sister, stranger] = samples.apps
      lines.push(
        `  sample apps    ${sister} (below the portal's domain)`,
        `                 ${stranger} (another site)`,
        `  their portal   ${samples.portal.origin}`,
      )
    }
    lines.push('')
  }
  console.log(lines.join('\n'))
}
