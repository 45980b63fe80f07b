/** What the console shows after a start in development. */
import { formatRedemptionCode } from '@kerf/contract/redemption-code'
import type { Config } from '../platform/config/config.ts'
import { DEMO_HOST } from '../web/request/public-hosts.ts'
import type { DemoConsole } from './console/start-console.ts'
import type { LocalCertificate } from './local-certificate.ts'
import type { SampleApps } from './samples/start-samples.ts'
import { DEMO_ENTERPRISE, DEMO_PERSONAL } from './seed/accounts.ts'
import { DEMO_CODES } from './seed/redemption.ts'

const codeRange = (): string => {
  const [first = '', last = ''] = [DEMO_CODES[0], DEMO_CODES.at(-1)].map(code =>
    formatRedemptionCode(code ?? ''),
  )
  return `${first} to ${last.slice(-4)}`
}

interface ServerAddresses {
  readonly url: URL
  readonly https: { readonly url: URL; readonly certificate: LocalCertificate } | undefined
}

const httpsNotes = ({ https }: ServerAddresses): readonly string[] =>
  https
    ? [
        `  https          ${https.url.origin}`,
        `  certificate    ${https.certificate.file} (until ${https.certificate.expiresAt.toISOString().slice(0, 10)})`,
        `  SHA-256        ${https.certificate.fingerprint}`,
      ]
    : []

const consoleNotes = (console: DemoConsole | undefined): readonly string[] =>
  console
    ? [
        `  console        ${console.origin}  (the first browser becomes the demo operator)`,
        ...(console.secondLink === undefined ? [] : [`  second one     ${console.secondLink}`]),
      ]
    : []

/** Demo accounts and the addresses of the development pages, one line each. */
export function startupNotes(
  config: Config,
  server: ServerAddresses,
  samples: SampleApps | undefined,
  console: DemoConsole | undefined,
): readonly string[] {
  const { url } = server
  const [sibling, foreign] = samples?.origins ?? []
  return [
    '',
    `  demo account   ${DEMO_PERSONAL.email}  /  ${DEMO_PERSONAL.password}`,
    `  demo business  ${DEMO_ENTERPRISE.account}  /  ${DEMO_ENTERPRISE.password}`,
    `  demo codes     ${codeRange()}`,
    ...httpsNotes(server),
    `  email          ${config.mailUrl === undefined ? `${url.origin}/dev/mail` : 'sent to the server of MAIL_URL'}`,
    `  demo host      http://${DEMO_HOST}:${url.port || '80'}/dev/host`,
    `  demo machine   ${url.origin}/dev/machine`,
    `  API reference  ${url.origin}/docs`,
    ...(samples
      ? [
          `  sample apps    ${sibling} (tickets, and the cookie of the portal's domain)`,
          `                 ${foreign} (OpenID Connect, on another site)`,
          `  their portal   ${samples.portal.origin}`,
        ]
      : []),
    ...consoleNotes(console),
    '',
  ]
}
