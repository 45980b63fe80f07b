/** Reads the configuration from environment variables and reports every problem at once (R-75). Pure: opens no file and no connection. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/host/native-calls'
import { PASSWORD_MAX, PASSWORD_MIN } from '@kerf/contract/limits'
import { SAMPLERS } from '../tracing/sampler.ts'
import type { TracingSettings } from '../tracing/start-tracing.ts'
import { createEnvironmentReader, type Environment } from './environment.ts'
import { parseMailbox } from './parse-mailbox.ts'

export type Deployment = 'us' | 'eu' | 'cn'
export type HumanCheckKind = 'slider' | 'recaptcha' | 'off'

/** The key that signs client secrets for Apple. */
export interface AppleKeySettings {
  /** path of the `.p8` file that Apple issued */
  readonly file: string
  readonly keyId: string
  readonly teamId: string
}

/** Settings of one social sign-in channel. */
export interface OAuthSettings {
  /** lower case, as in `/oauth/{channel}/auth` */
  readonly channel: string
  readonly clientId: string
  readonly secret: string
  /** signs the client secret of Apple, instead of `secret` */
  readonly appleKey?: AppleKeySettings | undefined
  /** issuer of the OpenID Connect provider; undefined: the well-known issuer of the channel */
  readonly issuer: string | undefined
  /** additional client ids that are accepted as audience of tokens from native hosts */
  readonly nativeClientIds: readonly string[]
}

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** undefined: `http://localhost:PORT`, where the port is known after the server listens */
  readonly publicUrl: URL | undefined
  readonly dataDir: string
  /** undefined: embedded PostgreSQL in DATA_DIR */
  readonly databaseUrl: string | undefined
  /** for calls, may lead through a pooler; undefined: DATABASE_URL */
  readonly databaseServingUrl: string | undefined
  /** of the owner, not through a pooler; undefined: DATABASE_URL */
  readonly databaseDirectUrl: string | undefined
  /** of a streaming replica, for lists; undefined: there is none */
  readonly databaseReplicaUrl: string | undefined
  /** of another node of a distributed database, for statements of one account or key; undefined: there is none */
  readonly databaseNodeUrl: string | undefined
  /** a replica with older data is not used */
  readonly databaseReplicaLagSeconds: number
  /** false: the pooler of DATABASE_SERVING_URL does not know prepared statements */
  readonly databasePreparedStatements: boolean
  /** connections of a process for calls, and for its rate limits */
  readonly databasePoolSize: number
  readonly databaseLimitsPoolSize: number
  /** time that a call waits for a connection */
  readonly databasePoolTimeoutMs: number
  /** time that a call waits for the database in all; a distant database gets more */
  readonly databaseCallTimeoutMs: number
  /** time after which the database cancels a statement of a call */
  readonly databaseTimeoutMs: number
  /** jobs of a process at once, by kind */
  readonly jobSlots: { readonly mail: number; readonly webhooks: number; readonly sweeps: number }
  /** backups that the server makes; undefined: none. `to`: folder or `s3://bucket/prefix`; one every `hours`, kept for `days` */
  readonly backups: { readonly to: string; readonly hours: number; readonly days: number } | undefined
  readonly workers: number
  /** seconds between SIGTERM and the closing of the port, in which requests are answered and `/readyz` fails */
  readonly drainSeconds: number
  readonly deployment: Deployment
  /** undefined: emails are stored in the mailbox of DATA_DIR */
  readonly mailUrl: string | undefined
  readonly mailFrom: string
  readonly humanCheck: HumanCheckKind
  readonly recaptcha: { readonly siteKey: string; readonly secret: string } | undefined
  readonly passwordMin: number
  readonly passwordMax: number
  readonly accountPrivacy: 'friendly' | 'strict'
  /** undefined: the host of PUBLIC_URL */
  readonly cookieDomain: string | undefined
  readonly passportHosts: readonly string[]
  readonly trustedProxies: readonly string[]
  /** CIDR ranges that webhooks may be sent to in production although they are not public */
  readonly webhookNetworks: readonly string[]
  /** a folder, or `s3://bucket/prefix` */
  readonly fileStore: string
  /** path of a city database in MaxMind's format; undefined: the packaged country database */
  readonly geoDatabase: string | undefined
  readonly socialLogin: 'auto' | 'on' | 'off'
  readonly oauth: readonly OAuthSettings[]
  /** verification codes emailed to one mailbox a day */
  readonly codesPerReceiver: number
  /** verification codes requested from one network address a day */
  readonly codesPerAddress: number
  /** wrong passwords over all accounts in 15 minutes, from which on unknown browsers need a human check */
  readonly signInFailures: number
  /** machines whose unlock password is requested in an hour over all addresses, from which on each needs a human check */
  readonly unlockMachines: number
  readonly masterKey: string | undefined
  /** endpoint of the analytics events; undefined: the built-in collector */
  readonly analyticsUrl: string | undefined
  /** measurement id of Google Analytics; undefined: Google Analytics is not loaded */
  readonly gaMeasurementId: string | undefined
  /** retention of the built-in collector, in days */
  readonly trackingDays: number
  /** retention of audit events, in days */
  readonly auditDays: number
  readonly devExpose: boolean
  /** development: exact origins that are trusted like those of the brands */
  readonly devOrigins: readonly string[]
  /** development: port of the https address beside the http address; undefined: there is none */
  readonly devHttpsPort: number | undefined
  readonly logLevel: string
  /** undefined: no collector of traces is configured */
  readonly tracing: TracingSettings | undefined
  /** URI of the contact in `security.txt`; undefined: there is none */
  readonly securityContact: string | undefined
  /** bearer token of /metrics; undefined: only this machine may read it */
  /** range service of breached passwords; undefined: none is asked */
  readonly passwordRangeUrl: string | undefined
  readonly metricsToken: string | undefined
  /** endpoint of the activation API for unlock passwords; undefined: the built-in API */
  readonly activationUrl: string | undefined
  /** folder with the training courses */
  readonly coursesFolder: string
  /** development: port of the simulated machine; undefined: no machine is simulated */
  readonly deviceSimulatorPort: number | undefined
  /** folder with the built portal */
  readonly portalFolder: string
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map(problem => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** A mailbox of the domains that RFC 2606 reserves for examples. */
const EXAMPLE_DOMAIN = /@(?:[^@>]*\.)?example(?:\.(?:com|net|org))?>?\s*$/i

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/

/** Parses and validates the environment. Throws a `ConfigError` that lists every problem. */
export function readConfig(env: Environment, root: string): Config {
  const problems: string[] = []
  const { text, integer, choice, list, url } = createEnvironmentReader(env, problem => problems.push(problem))

  const production = choice('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production'
  const deployment = choice('DEPLOYMENT', ['us', 'eu', 'cn'], 'us')
  const siteKey = text('RECAPTCHA_SITE_KEY')
  const secret = text('RECAPTCHA_SECRET')
  if ((siteKey === undefined) !== (secret === undefined))
    problems.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET must be set together')
  const recaptcha = siteKey && secret ? { siteKey, secret } : undefined
  const defaultCheck: HumanCheckKind = deployment === 'us' && recaptcha ? 'recaptcha' : 'slider'
  const humanCheck = choice('HUMAN_CHECK', ['slider', 'recaptcha', 'off'], defaultCheck)
  if (humanCheck === 'recaptcha' && !recaptcha)
    problems.push('HUMAN_CHECK=recaptcha needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET')

  const passwordMin = integer('PASSWORD_MIN', PASSWORD_MIN, 1, 128)
  const passwordMax = integer('PASSWORD_MAX', PASSWORD_MAX, 1, 128)
  if (passwordMin > passwordMax) problems.push('PASSWORD_MIN must not be above PASSWORD_MAX')

  const host = text('HOST') ?? '127.0.0.1'
  const devExpose = text('KERF_DEV_EXPOSE') === '1'
  const rawContact = text('SECURITY_CONTACT')
  const securityContact = rawContact && toContactUri(rawContact)
  if (rawContact !== undefined && securityContact === undefined)
    problems.push('SECURITY_CONTACT must be an email address, or a mailto:, https: or tel: address')
  const devOrigins = list('DEV_ORIGINS')
  for (const origin of devOrigins)
    if (!isHttpOrigin(origin))
      problems.push(
        `DEV_ORIGINS: "${origin}" is not an origin: scheme, host and port, such as http://shop.localhost:3000`,
      )
  const port = integer('PORT', 8080, 0, 65_535)
  const devHttpsPort =
    text('DEV_HTTPS_PORT') === undefined ? undefined : integer('DEV_HTTPS_PORT', 0, 0, 65_535)
  if (devHttpsPort !== undefined && devHttpsPort !== 0 && devHttpsPort === port)
    problems.push('DEV_HTTPS_PORT must not be the same port as PORT')
  const rawPublicUrl = url('PUBLIC_URL', ['https:', 'http:'])
  const publicUrl = rawPublicUrl === undefined ? undefined : new URL(rawPublicUrl)
  if (devHttpsPort !== undefined && publicUrl?.protocol === 'https:')
    problems.push('DEV_HTTPS_PORT needs an http PUBLIC_URL, or none: with https a proxy has the certificate')
  const masterKey = text('KERF_MASTER_KEY')
  if (masterKey !== undefined && !/^[A-Za-z0-9_-]{43}=?$/.test(masterKey))
    problems.push(
      'KERF_MASTER_KEY must be 32 random bytes in base64url (`openssl rand -base64 32 | tr +/ -_`)',
    )
  const trustedProxies = list('TRUSTED_PROXIES')
  for (const proxy of trustedProxies)
    if (isIP(proxy.split('/')[0] ?? '') === 0)
      problems.push(`TRUSTED_PROXIES: "${proxy}" is not an IP address or CIDR range`)

  const webhookNetworks = list('WEBHOOK_NETWORKS')
  for (const network of webhookNetworks)
    if (!isNetwork(network))
      problems.push(`WEBHOOK_NETWORKS: "${network}" is not an IP address or CIDR range`)

  const mailUrl = url('MAIL_URL', ['smtp:', 'smtps:'])
  const mailFrom = text('MAIL_FROM')
  const [, sender] =
    /^(?:[^<>\p{C}]*<([^<>]+)>|([^<>]+))$/u.exec(mailFrom ?? '')?.filter(part => part !== undefined) ?? []
  if (mailFrom !== undefined && parseMailbox(sender ?? '') === undefined)
    problems.push('MAIL_FROM must be an email address, or a name and the address: Name <address@example.com>')
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const databaseServingUrl = url('DATABASE_SERVING_URL', ['postgres:', 'postgresql:'])
  const databaseDirectUrl = url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:'])
  const databaseReplicaUrl = url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])
  if (databaseUrl === undefined && databaseReplicaUrl !== undefined)
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL')
  const databaseNodeUrl = url('DATABASE_NODE_URL', ['postgres:', 'postgresql:'])
  if (databaseUrl === undefined && databaseNodeUrl !== undefined)
    problems.push('DATABASE_NODE_URL needs DATABASE_URL')
  if (databaseReplicaUrl !== undefined && databaseNodeUrl !== undefined)
    problems.push('DATABASE_NODE_URL is for a distributed database, which has no DATABASE_REPLICA_URL')
  if (databaseUrl === undefined && (databaseServingUrl ?? databaseDirectUrl) !== undefined)
    problems.push('DATABASE_SERVING_URL and DATABASE_DIRECT_URL need DATABASE_URL')
  if (production) {
    if (masterKey === undefined) problems.push('KERF_MASTER_KEY is required in production')
    if (humanCheck === 'off') problems.push('HUMAN_CHECK=off is refused in production')
    if (mailUrl === undefined)
      problems.push('MAIL_URL is required in production: verification codes are sent by email')
    if (publicUrl === undefined) problems.push('PUBLIC_URL is required in production')
    if (mailFrom === undefined || EXAMPLE_DOMAIN.test(mailFrom))
      problems.push('MAIL_FROM must be an address of your own in production, not the example')
    if (publicUrl?.protocol === 'http:' && !LOOPBACK.test(publicUrl.hostname))
      problems.push('PUBLIC_URL must be https in production')
    if (devExpose) problems.push('KERF_DEV_EXPOSE is allowed in development only')
    if (devOrigins.length > 0)
      problems.push('DEV_ORIGINS is allowed in development only; register the origins of apps in production')
    if (devHttpsPort !== undefined)
      problems.push(
        'DEV_HTTPS_PORT is allowed in development only; in production a proxy has the certificate',
      )
  } else if (!LOOPBACK.test(host) && !devExpose) {
    problems.push(
      `HOST=${host} exposes demo accounts and /dev pages to other machines; set NODE_ENV=production, or KERF_DEV_EXPOSE=1 to allow it`,
    )
  }

  const analyticsUrl = url('ANALYTICS_URL', production ? ['https:'] : ['https:', 'http:'])
  const gaMeasurementId = text('GA_MEASUREMENT_ID')
  if (gaMeasurementId !== undefined && !/^G-[A-Z0-9]{4,20}$/.test(gaMeasurementId))
    problems.push(`GA_MEASUREMENT_ID must look like G-XXXXXXXXXX, not "${gaMeasurementId}"`)

  const oauth: OAuthSettings[] = []
  for (const name of Object.keys(env)) {
    const channel = /^OAUTH_([A-Z][A-Z0-9_]{0,31})_CLIENT_ID$/.exec(name)?.[1]
    const clientId = text(name)
    if (channel === undefined || clientId === undefined) continue
    const channelText = (setting: string): string | undefined => text(`OAUTH_${channel}_${setting}`)
    const secret = channelText('SECRET')
    const appleKey = channel === 'APPLE' ? readAppleKey(channelText, root, problems) : undefined
    if (secret === undefined && appleKey === undefined)
      problems.push(
        `OAUTH_${channel}_SECRET${channel === 'APPLE' ? ' or OAUTH_APPLE_KEY_FILE' : ''} must be set with OAUTH_${channel}_CLIENT_ID`,
      )
    const issuer =
      channelText('ISSUER') && url(`OAUTH_${channel}_ISSUER`, production ? ['https:'] : ['https:', 'http:'])
    const settings = {
      channel: channel.toLowerCase().replaceAll('_', '-'),
      clientId,
      secret: secret ?? '',
      appleKey,
      issuer,
      nativeClientIds: list(`OAUTH_${channel}_NATIVE_CLIENT_IDS`),
    }
    const problem = findChannelProblem(settings)
    if (problem) problems.push(problem)
    oauth.push(settings)
  }

  if (!production && publicUrl && !isLoopbackHost(publicUrl.hostname) && !devExpose)
    problems.push(
      `PUBLIC_URL=${publicUrl.origin} can be reached by others, and development exposes demo accounts and all verification codes; ` +
        'set NODE_ENV=production, or KERF_DEV_EXPOSE=1 to allow it',
    )

  const dataDir = resolve(root, text('DATA_DIR') ?? 'data')
  const readBackups = (): Config['backups'] => {
    const to = text('BACKUP_TO')
    const hours = integer('BACKUP_HOURS', 24, 1, 168)
    // The privacy page promises that no backup contains data of a deleted account for longer than 30 days.
    const days = integer('BACKUP_DAYS', 27, 1, 29)
    return to === undefined ? undefined : { to: to.startsWith('s3://') ? to : resolve(root, to), hours, days }
  }
  const config: Config = Object.freeze({
    production,
    port,
    host,
    publicUrl,
    dataDir,
    databaseUrl,
    databaseServingUrl,
    databaseDirectUrl,
    databaseReplicaUrl,
    databaseNodeUrl,
    databaseReplicaLagSeconds: integer('DATABASE_REPLICA_LAG_SECONDS', 5, 1, 300),
    databasePreparedStatements: choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off'], 'on') === 'on',
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 2, 500),
    databaseLimitsPoolSize: integer('DATABASE_LIMITS_POOL_SIZE', 4, 1, 500),
    databasePoolTimeoutMs: integer('DATABASE_POOL_TIMEOUT_MS', 2_000, 100, 60_000),
    databaseCallTimeoutMs: integer('DATABASE_CALL_TIMEOUT_MS', 2_500, 100, 60_000),
    databaseTimeoutMs: integer('DATABASE_TIMEOUT_MS', 5_000, 500, 60_000),
    jobSlots: {
      mail: integer('MAIL_SLOTS', 8, 1, 100),
      webhooks: integer('WEBHOOK_SLOTS', 2, 1, 100),
      sweeps: integer('SWEEP_SLOTS', 2, 1, 20),
    },
    backups: readBackups(),
    workers: integer('WORKERS', 1, 1, 64),
    drainSeconds: integer('DRAIN_SECONDS', production ? 10 : 0, 0, 600),
    deployment,
    mailUrl,
    mailFrom: mailFrom ?? 'Kerf Passport <no-reply@kerf.example>',
    humanCheck,
    recaptcha,
    passwordMin,
    passwordMax,
    accountPrivacy: choice('ACCOUNT_PRIVACY', ['friendly', 'strict'], 'friendly'),
    cookieDomain: text('COOKIE_DOMAIN'),
    passportHosts: list('PASSPORT_HOSTS'),
    trustedProxies,
    webhookNetworks,
    fileStore: resolveFileStore(text('FILE_STORE'), root, dataDir),
    geoDatabase: text('GEO_DATABASE'),
    oauth,
    socialLogin: choice('SOCIAL_LOGIN', ['auto', 'on', 'off'], 'auto'),
    codesPerReceiver: integer('CODES_PER_RECEIVER', 10, 1, 1_000_000),
    codesPerAddress: integer('CODES_PER_ADDRESS', 30, 1, 1_000_000),
    signInFailures: integer('SIGN_IN_FAILURES', 1_000, 1, 1_000_000),
    unlockMachines: integer('UNLOCK_MACHINES', 100, 1, 1_000_000),
    masterKey,
    analyticsUrl,
    gaMeasurementId,
    trackingDays: integer('TRACKING_DAYS', 180, 1, 180),
    auditDays: integer('AUDIT_DAYS', 730, 180, 36_500),
    devExpose,
    devOrigins,
    devHttpsPort,
    logLevel: choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    tracing: readTracing({ text, choice, list, url }, problem => problems.push(problem)),
    metricsToken: text('METRICS_TOKEN'),
    securityContact,
    passwordRangeUrl: url('PASSWORD_RANGE_URL', production ? ['https:'] : ['https:', 'http:']),
    activationUrl: url('ACTIVATION_URL', production ? ['https:'] : ['https:', 'http:']),
    coursesFolder: resolve(root, text('COURSES_FOLDER') ?? 'courses'),
    // Only one process can listen on the port, so a test simulates a machine only if it sets the port.
    deviceSimulatorPort:
      production || (env.NODE_ENV === 'test' && text('DEVICE_SIMULATOR_PORT') === undefined)
        ? undefined
        : integer('DEVICE_SIMULATOR_PORT', MACHINE_BRIDGE_PORT, 0, 65_535),
    portalFolder: resolve(root, text('PORTAL_FOLDER') ?? 'packages/portal/dist'),
  })
  if (config.cookieDomain !== undefined && config.publicUrl !== undefined) {
    const host = config.publicUrl.hostname
    if (host !== config.cookieDomain && !host.endsWith(`.${config.cookieDomain}`))
      problems.push(
        `COOKIE_DOMAIN=${config.cookieDomain} must be the host of PUBLIC_URL (${host}) or a parent domain of it`,
      )
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The text itself if it is not percent-encoded. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** OpenTelemetry's standard settings. The exporter itself reads OTEL_EXPORTER_OTLP_TIMEOUT and _COMPRESSION. */
function readTracing(
  {
    text,
    choice,
    list,
    url,
  }: Pick<ReturnType<typeof createEnvironmentReader>, 'text' | 'choice' | 'list' | 'url'>,
  report: (problem: string) => void,
): TracingSettings | undefined {
  const endpoint = url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const traces = url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http:', 'https:'])
  const sampler = choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on')
  choice('OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json'], 'http/json')
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (!(ratio >= 0 && ratio <= 1))
    report('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.01')
  const headers: Record<string, string> = {}
  for (const header of list('OTEL_EXPORTER_OTLP_HEADERS')) {
    const [, name, value = ''] = /^([\w-]+)\s*=\s*(.+)$/.exec(header) ?? []
    if (name === undefined)
      report('OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas')
    // As in W3C Baggage, the value is percent-encoded.
    else headers[name] = decodePercent(value)
  }
  const isOff =
    text('OTEL_SDK_DISABLED') === 'true' ||
    choice('OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp') === 'none'
  const target = traces ?? (endpoint && `${endpoint.replace(/\/+$/, '')}/v1/traces`)
  if (isOff || target === undefined) return undefined
  return {
    url: target,
    headers,
    serviceName: text('OTEL_SERVICE_NAME') ?? 'kerf-passport',
    sampler,
    ratio,
  }
}

/** The key of `OAUTH_APPLE_KEY_FILE`; undefined if it is not set. */
function readAppleKey(
  channelText: (setting: string) => string | undefined,
  root: string,
  problems: string[],
): AppleKeySettings | undefined {
  const [file, keyId, teamId] = [channelText('KEY_FILE'), channelText('KEY_ID'), channelText('TEAM_ID')]
  if (file === undefined) return undefined
  if (teamId === undefined || keyId === undefined)
    problems.push('OAUTH_APPLE_TEAM_ID and OAUTH_APPLE_KEY_ID must be set with OAUTH_APPLE_KEY_FILE')
  return { file: resolve(root, file), keyId: keyId ?? '', teamId: teamId ?? '' }
}

const resolveFileStore = (value: string | undefined, root: string, dataDir: string): string => {
  if (value === undefined) return resolve(dataDir, 'files')
  return value.startsWith('s3://') ? value : resolve(root, value)
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  const bitsMax = family === 6 ? 128 : 32
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax))
  )
}

/** RFC 9116, section 2.5.3. Undefined if the text is no contact. */
function toContactUri(contact: string): string | undefined {
  const uri = parseMailbox(contact) === undefined ? contact : `mailto:${contact}`
  const isUri = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d().-]+)$/.test(uri)
  return isUri && URL.canParse(uri) ? uri : undefined
}

const isHttpOrigin = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value

const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host) || host.endsWith('.localhost')

/** Channels with built-in provider settings. Every other channel requires an issuer. */
const KNOWN_CHANNELS = ['google', 'apple', 'facebook', 'github', 'wechat']

const findChannelProblem = ({ channel, issuer }: OAuthSettings): string | undefined =>
  KNOWN_CHANNELS.includes(channel) || issuer !== undefined
    ? undefined
    : `OAUTH_${channel.toUpperCase().replaceAll('-', '_')}_ISSUER is required: the channel has no built-in provider`
