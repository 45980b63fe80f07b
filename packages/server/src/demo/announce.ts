/** What a person who started the product needs to know. */
import type { Config } from '../config.ts'
import { DEMO_ENTERPRISE, DEMO_PERSONAL } from './seed-demo.ts'

export function announce(config: Config, url: URL): void {
  const lines = [`Kerf Passport is ready: ${url.origin}`]
  if (!config.production) {
    lines.push(
      '',
      `  demo account   ${DEMO_PERSONAL.email}  /  ${DEMO_PERSONAL.password}`,
      `  demo business  ${DEMO_ENTERPRISE.account}  /  ${DEMO_ENTERPRISE.password}`,
      config.mailUrl === undefined
        ? `  mails go to    ${url.origin}/dev/mail`
        : '  mails go to    the server of MAIL_URL',
      `  calls          ${url.origin}/docs`,
      '',
    )
  }
  console.log(lines.join('\n'))
}
