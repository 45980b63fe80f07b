/** Rules between settings. Those of one setting stand in the table of settings. */
import type { Config } from './config.ts'
import type { SettingValues } from './setting.ts'
import type { SETTINGS } from './settings.ts'

/** A mailbox of the domains that RFC 2606 reserves for examples. */
const EXAMPLE_DOMAIN = /@(?:[^@>]*\.)?example(?:\.(?:com|net|org))?>?\s*$/i

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/

const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host) || host.endsWith('.localhost')

type Rules = readonly (readonly [isBroken: boolean, problem: string])[]

const addressRules = ({ publicUrl, port, devHttpsPort, cookieDomain }: Config): Rules => [
  [
    devHttpsPort !== undefined && devHttpsPort !== 0 && devHttpsPort === port,
    'DEV_HTTPS_PORT must not be the same port as PORT',
  ],
  [
    devHttpsPort !== undefined && publicUrl?.protocol === 'https:',
    'DEV_HTTPS_PORT needs an http PUBLIC_URL, or none: with https a proxy has the certificate',
  ],
  [
    cookieDomain !== undefined &&
      publicUrl !== undefined &&
      publicUrl.hostname !== cookieDomain &&
      !publicUrl.hostname.endsWith(`.${cookieDomain}`),
    `COOKIE_DOMAIN=${cookieDomain} must be the host of PUBLIC_URL (${publicUrl?.hostname}) or a parent domain of it`,
  ],
]

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** No cookie of the portal reaches the console, and none of the console's the portal (S-170). */
const consoleRules = (config: Config, values: SettingValues<typeof SETTINGS>): Rules => {
  const { consoleOrigin, publicUrl, passportHosts } = config
  const host = consoleOrigin === undefined ? undefined : new URL(consoleOrigin).hostname
  const hosts = [...(publicUrl ? [publicUrl.hostname] : []), ...passportHosts]
  const domain = config.cookieDomain ?? publicUrl?.hostname
  const of = values.consoleHost
  const provider = [values.consoleIssuer, values.consoleClientId, values.consoleClientSecret]
  return [
    [
      host !== undefined && hosts.includes(host),
      `CONSOLE_HOST=${of} is a host of the portal: give the console a host of its own`,
    ],
    [
      host !== undefined && domain !== undefined && !hosts.includes(host) && isWithin(host, domain),
      `CONSOLE_HOST=${of} would receive the portal's cookie of ${domain}: give the console a host outside of that domain`,
    ],
    [
      host !== undefined && domain !== undefined && host !== domain && isWithin(domain, host),
      `CONSOLE_HOST=${of} is a parent domain of the portal's cookie (${domain}): give the console a host of its own`,
    ],
    [
      provider.some(value => value !== undefined) && provider.includes(undefined),
      'CONSOLE_ISSUER, CONSOLE_CLIENT_ID and CONSOLE_CLIENT_SECRET must be set together',
    ],
  ]
}

const databaseRules = (config: Config): Rules => {
  const { databaseUrl, databaseReplicaUrl, databaseNodeUrl } = config
  const isEmbedded = databaseUrl === undefined
  return [
    [isEmbedded && databaseReplicaUrl !== undefined, 'DATABASE_REPLICA_URL needs DATABASE_URL'],
    [isEmbedded && databaseNodeUrl !== undefined, 'DATABASE_NODE_URL needs DATABASE_URL'],
    [
      databaseReplicaUrl !== undefined && databaseNodeUrl !== undefined,
      'DATABASE_NODE_URL is for a distributed database, which has no DATABASE_REPLICA_URL',
    ],
    [
      isEmbedded && (config.databaseServingUrl ?? config.databaseDirectUrl) !== undefined,
      'DATABASE_SERVING_URL and DATABASE_DIRECT_URL need DATABASE_URL',
    ],
  ]
}

const productionRules = ({ humanCheck, mailFrom, publicUrl }: Config): Rules => [
  [humanCheck === 'off', 'HUMAN_CHECK=off is refused in production'],
  [EXAMPLE_DOMAIN.test(mailFrom), 'MAIL_FROM must be an address of your own in production, not the example'],
  [
    publicUrl?.protocol === 'http:' && !LOOPBACK.test(publicUrl.hostname),
    'PUBLIC_URL must be https in production',
  ],
]

const developmentRules = ({ host, publicUrl, devExpose }: Config): Rules => [
  [
    !LOOPBACK.test(host) && !devExpose,
    `HOST=${host} exposes demo accounts and /dev pages to other machines; set NODE_ENV=production, or KERF_DEV_EXPOSE=1 to allow it`,
  ],
  [
    publicUrl !== undefined && !isLoopbackHost(publicUrl.hostname) && !devExpose,
    `PUBLIC_URL=${publicUrl?.origin} can be reached by others, and development exposes demo accounts and all verification codes; ` +
      'set NODE_ENV=production, or KERF_DEV_EXPOSE=1 to allow it',
  ],
]

/** One sentence for each rule that the settings break. */
export function findConflicts(config: Config, values: SettingValues<typeof SETTINGS>): string[] {
  const rules: Rules = [
    [
      (values.recaptchaSiteKey === undefined) !== (values.recaptchaSecret === undefined),
      'RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET must be set together',
    ],
    [
      config.humanCheck === 'recaptcha' && !config.recaptcha,
      'HUMAN_CHECK=recaptcha needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET',
    ],
    [
      config.bounceMailboxUrl !== undefined && config.bounceAddress === undefined,
      'BOUNCE_MAILBOX_URL needs BOUNCE_ADDRESS',
    ],
    [config.passwordMin > config.passwordMax, 'PASSWORD_MIN must not be above PASSWORD_MAX'],
    ...addressRules(config),
    ...consoleRules(config, values),
    ...databaseRules(config),
    ...(config.production ? productionRules(config) : developmentRules(config)),
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, problem]) => problem)
}
