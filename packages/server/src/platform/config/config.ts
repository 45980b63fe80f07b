/** Environment → one frozen object, every fault reported at once (R-75). Pure: no file, no network. */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { PASSWORD_MAX, PASSWORD_MIN } from '@kerf/contract/limits'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/native-calls'
import { createReader, type Environment } from './environment.ts'

export type Deployment = 'us' | 'eu' | 'cn'
export type HumanCheckKind = 'slider' | 'recaptcha' | 'off'

/** One channel of social sign-in. */
export interface OAuthSettings {
  /** lower case, as in `/oauth/{channel}/auth` */
  readonly channel: string
  readonly clientId: string
  readonly secret: string
  /** of an OpenID Connect provider; undefined: the channel's well-known one */
  readonly issuer: string | undefined
  /** further client ids whose tokens native hosts may hand over */
  readonly nativeClientIds: readonly string[]
}

export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** undefined: http://localhost:PORT, known once listening */
  readonly publicUrl: URL | undefined
  readonly dataDir: string
  /** undefined: embedded PostgreSQL in DATA_DIR */
  readonly databaseUrl: string | undefined
  readonly workers: number
  readonly deployment: Deployment
  /** undefined: the mailbox kept in DATA_DIR */
  readonly mailUrl: string | undefined
  readonly mailFrom: string
  readonly humanCheck: HumanCheckKind
  readonly recaptcha: { readonly siteKey: string; readonly secret: string } | undefined
  readonly passwordMin: number
  readonly passwordMax: number
  readonly accountPrivacy: 'friendly' | 'strict'
  /** undefined: host of PUBLIC_URL */
  readonly cookieDomain: string | undefined
  readonly passportHosts: readonly string[]
  readonly trustedProxies: readonly string[]
  /** a folder, or `s3://bucket/prefix` */
  readonly fileStore: string
  /** a city database in MaxMind's format; undefined: the packaged one of countries */
  readonly geoDatabase: string | undefined
  readonly socialLogin: 'auto' | 'on' | 'off'
  readonly oauth: readonly OAuthSettings[]
  /** codes a day */
  readonly codesPerReceiver: number
  readonly codesPerAddress: number
  readonly masterKey: string | undefined
  /** where behaviour events go; undefined: the built-in collector */
  readonly analyticsUrl: string | undefined
  /** Google analytics; undefined: none */
  readonly gaMeasurementId: string | undefined
  /** days for which the built-in collector keeps events */
  readonly trackingDays: number
  readonly devExpose: boolean
  readonly logLevel: string
  /** bearer token of /metrics; undefined: only from this machine */
  readonly metricsToken: string | undefined
  /** where requests for unlock passwords are posted; undefined: the built-in activation API */
  readonly activationUrl: string | undefined
  /** folder of the training courses */
  readonly coursesFolder: string
  /** development: port of the simulated device; undefined: none is simulated */
  readonly deviceSimulatorPort: number | undefined
  /** folder of the built portal */
  readonly portalFolder: string
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The configuration cannot be used:\n${faults.map(fault => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/

/** Reads the environment. Throws a ConfigError that names every fault. */
export function readConfig(env: Environment, root: string): Config {
  const faults: string[] = []
  const { text, whole, choice, list, address } = createReader(env, fault => faults.push(fault))

  const production = choice('NODE_ENV', ['development', 'production', 'test'], 'development') === 'production'
  const deployment = choice('DEPLOYMENT', ['us', 'eu', 'cn'], 'us')
  const siteKey = text('RECAPTCHA_SITE_KEY')
  const secret = text('RECAPTCHA_SECRET')
  if ((siteKey === undefined) !== (secret === undefined))
    faults.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET must be set together')
  const recaptcha = siteKey && secret ? { siteKey, secret } : undefined
  const defaultCheck: HumanCheckKind = deployment === 'us' && recaptcha ? 'recaptcha' : 'slider'
  const humanCheck = choice('HUMAN_CHECK', ['slider', 'recaptcha', 'off'], defaultCheck)
  if (humanCheck === 'recaptcha' && !recaptcha)
    faults.push('HUMAN_CHECK=recaptcha needs RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET')

  const passwordMin = whole('PASSWORD_MIN', PASSWORD_MIN, 1, 128)
  const passwordMax = whole('PASSWORD_MAX', PASSWORD_MAX, 1, 128)
  if (passwordMin > passwordMax) faults.push('PASSWORD_MIN must not be above PASSWORD_MAX')

  const host = text('HOST') ?? '127.0.0.1'
  const devExpose = text('KERF_DEV_EXPOSE') === '1'
  const publicAddress = address('PUBLIC_URL', ['https:', 'http:'])
  const publicUrl = publicAddress === undefined ? undefined : new URL(publicAddress)
  const masterKey = text('KERF_MASTER_KEY')
  if (masterKey !== undefined && !/^[A-Za-z0-9_-]{43}=?$/.test(masterKey))
    faults.push('KERF_MASTER_KEY must be 32 random bytes in base64url (`openssl rand -base64 32 | tr +/ -_`)')
  const trustedProxies = list('TRUSTED_PROXIES')
  for (const proxy of trustedProxies)
    if (isIP(proxy.split('/')[0] ?? '') === 0)
      faults.push(`TRUSTED_PROXIES: "${proxy}" is no address or CIDR range`)

  const mailUrl = address('MAIL_URL', ['smtp:', 'smtps:'])
  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:'])
  if (production) {
    if (masterKey === undefined) faults.push('KERF_MASTER_KEY is required in production')
    if (humanCheck === 'off') faults.push('HUMAN_CHECK=off is refused in production')
    if (mailUrl === undefined)
      faults.push('MAIL_URL is required in production: codes must reach their owners')
    if (publicUrl === undefined) faults.push('PUBLIC_URL is required in production')
    if (publicUrl?.protocol === 'http:' && !LOOPBACK.test(publicUrl.hostname))
      faults.push('PUBLIC_URL must be https in production')
    if (devExpose) faults.push('KERF_DEV_EXPOSE is for development only')
  } else if (!LOOPBACK.test(host) && !devExpose) {
    faults.push(
      `HOST=${host} would show demo accounts and /dev pages to others; set NODE_ENV=production, or KERF_DEV_EXPOSE=1 if that is meant`,
    )
  }

  const analyticsUrl = address('ANALYTICS_URL', production ? ['https:'] : ['https:', 'http:'])
  const gaMeasurementId = text('GA_MEASUREMENT_ID')
  if (gaMeasurementId !== undefined && !/^G-[A-Z0-9]{4,20}$/.test(gaMeasurementId))
    faults.push(`GA_MEASUREMENT_ID must look like G-XXXXXXXXXX, not "${gaMeasurementId}"`)

  const oauth: OAuthSettings[] = []
  for (const name of Object.keys(env)) {
    const channel = /^OAUTH_([A-Z][A-Z0-9_]{0,31})_CLIENT_ID$/.exec(name)?.[1]
    const clientId = text(name)
    if (channel === undefined || clientId === undefined) continue
    const own = (what: string): string | undefined => text(`OAUTH_${channel}_${what}`)
    const secret = own('SECRET')
    if (secret === undefined)
      faults.push(`OAUTH_${channel}_SECRET must be set with OAUTH_${channel}_CLIENT_ID`)
    const issuer =
      own('ISSUER') && address(`OAUTH_${channel}_ISSUER`, production ? ['https:'] : ['https:', 'http:'])
    const settings = {
      channel: channel.toLowerCase().replaceAll('_', '-'),
      clientId,
      secret: secret ?? '',
      issuer,
      nativeClientIds: list(`OAUTH_${channel}_NATIVE_CLIENT_IDS`),
    }
    const fault = channelFault(settings)
    if (fault) faults.push(fault)
    oauth.push(settings)
  }

  if (!production && publicUrl && !isLoopbackName(publicUrl.hostname) && !devExpose)
    faults.push(
      `PUBLIC_URL=${publicUrl.origin} is reached by others, whom development would show demo accounts and every code; ` +
        'set NODE_ENV=production, or KERF_DEV_EXPOSE=1 if that is meant',
    )

  const dataDir = resolve(root, text('DATA_DIR') ?? 'data')
  const config: Config = Object.freeze({
    production,
    port: whole('PORT', 8080, 0, 65_535),
    host,
    publicUrl,
    dataDir,
    databaseUrl,
    workers: whole('WORKERS', 1, 1, 64),
    deployment,
    mailUrl,
    mailFrom: text('MAIL_FROM') ?? 'Kerf Passport <no-reply@kerf.example>',
    humanCheck,
    recaptcha,
    passwordMin,
    passwordMax,
    accountPrivacy: choice('ACCOUNT_PRIVACY', ['friendly', 'strict'], 'friendly'),
    cookieDomain: text('COOKIE_DOMAIN'),
    passportHosts: list('PASSPORT_HOSTS'),
    trustedProxies,
    fileStore: fileStoreOf(text('FILE_STORE'), root, dataDir),
    geoDatabase: text('GEO_DATABASE'),
    oauth,
    socialLogin: choice('SOCIAL_LOGIN', ['auto', 'on', 'off'], 'auto'),
    codesPerReceiver: whole('CODES_PER_RECEIVER', 10, 1, 1_000_000),
    codesPerAddress: whole('CODES_PER_ADDRESS', 30, 1, 1_000_000),
    masterKey,
    analyticsUrl,
    gaMeasurementId,
    trackingDays: whole('TRACKING_DAYS', 180, 1, 180),
    devExpose,
    logLevel: choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    metricsToken: text('METRICS_TOKEN'),
    activationUrl: address('ACTIVATION_URL', production ? ['https:'] : ['https:', 'http:']),
    coursesFolder: resolve(root, text('COURSES_FOLDER') ?? 'courses'),
    // One process of several can hold the port; tests that do not ask for a device have none.
    deviceSimulatorPort:
      production || (env.NODE_ENV === 'test' && text('DEVICE_SIMULATOR_PORT') === undefined)
        ? undefined
        : whole('DEVICE_SIMULATOR_PORT', MACHINE_BRIDGE_PORT, 0, 65_535),
    portalFolder: resolve(root, text('PORTAL_FOLDER') ?? 'packages/portal/dist'),
  })
  if (config.cookieDomain !== undefined && config.publicUrl !== undefined) {
    const own = config.publicUrl.hostname
    if (own !== config.cookieDomain && !own.endsWith(`.${config.cookieDomain}`))
      faults.push(`COOKIE_DOMAIN ${config.cookieDomain} is not a parent of PUBLIC_URL's host ${own}`)
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

const fileStoreOf = (given: string | undefined, root: string, dataDir: string): string => {
  if (given === undefined) return resolve(dataDir, 'files')
  return given.startsWith('s3://') ? given : resolve(root, given)
}

const isLoopbackName = (host: string): boolean => LOOPBACK.test(host) || host.endsWith('.localhost')

/** Channels whose provider is known by name; any other must name its issuer. */
const KNOWN_CHANNELS = ['google', 'apple', 'facebook', 'github', 'wechat']

const channelFault = ({ channel, issuer }: OAuthSettings): string | undefined =>
  KNOWN_CHANNELS.includes(channel) || issuer !== undefined
    ? undefined
    : `OAUTH_${channel.toUpperCase().replaceAll('-', '_')}_ISSUER is needed for a channel of that name`
