/** Every setting of config.ts with what it is and where it comes from; tests hold the lists and the document together. */

export interface Setting {
  readonly name: string
  /** what is in effect; a secret only as `(set)`, a URL without its password */
  readonly value: string
  readonly source: 'environment' | 'default'
  readonly meaning: string
}

interface Known {
  readonly name: string
  /** words for the value that is in effect when the variable is not set */
  readonly byDefault: string
  readonly meaning: string
  readonly secret?: true
}

const KNOWN: readonly Known[] = [
  { name: 'NODE_ENV', byDefault: 'development', meaning: 'development or production' },
  { name: 'PORT', byDefault: '8080', meaning: 'listening port; 0 takes a free one and prints it' },
  { name: 'HOST', byDefault: '127.0.0.1', meaning: 'listening address' },
  { name: 'PUBLIC_URL', byDefault: 'http://localhost:PORT', meaning: "the portal's own origin" },
  { name: 'DATA_DIR', byDefault: './data', meaning: 'embedded database, files, mailbox, generated keys' },
  {
    name: 'DATABASE_URL',
    byDefault: 'embedded PostgreSQL in DATA_DIR',
    meaning: 'PostgreSQL 15 or newer; its user owns the database',
  },
  { name: 'WORKERS', byDefault: '1', meaning: 'server processes that share the port' },
  { name: 'DEPLOYMENT', byDefault: 'us', meaning: 'server group: us, eu or cn' },
  {
    name: 'MAIL_URL',
    byDefault: 'a mailbox kept in DATA_DIR',
    meaning: 'smtp(s)://user:password@host:port; required in production',
  },
  { name: 'MAIL_FROM', byDefault: 'Kerf Passport <no-reply@kerf.example>', meaning: 'sender of mails' },
  {
    name: 'HUMAN_CHECK',
    byDefault: 'slider; recaptcha in us with its keys',
    meaning: 'slider, recaptcha, or off (not in production)',
  },
  { name: 'RECAPTCHA_SITE_KEY', byDefault: 'none', meaning: 'with RECAPTCHA_SECRET, for us' },
  { name: 'RECAPTCHA_SECRET', byDefault: 'none', meaning: 'with RECAPTCHA_SITE_KEY', secret: true },
  { name: 'PASSWORD_MIN', byDefault: '6', meaning: 'shortest new password, in characters' },
  { name: 'PASSWORD_MAX', byDefault: '20', meaning: 'longest new password, up to 128' },
  {
    name: 'ACCOUNT_PRIVACY',
    byDefault: 'friendly',
    meaning: 'strict answers alike for known and unknown accounts',
  },
  { name: 'COOKIE_DOMAIN', byDefault: 'host of PUBLIC_URL', meaning: 'domain of the utoken cookie' },
  { name: 'PASSPORT_HOSTS', byDefault: 'none', meaning: 'sibling hosts, for cookie sync' },
  { name: 'TRUSTED_PROXIES', byDefault: 'none', meaning: 'addresses whose X-Forwarded-For is believed' },
  {
    name: 'GEO_DATABASE',
    byDefault: 'the packaged one of countries',
    meaning: "a city database in MaxMind's format",
  },
  { name: 'FILE_STORE', byDefault: 'DATA_DIR/files', meaning: 'folder, or s3://bucket/prefix' },
  { name: 'SOCIAL_LOGIN', byDefault: 'auto', meaning: 'auto, on or off' },
  { name: 'CODES_PER_RECEIVER', byDefault: '10', meaning: 'codes a day for one mailbox' },
  { name: 'CODES_PER_ADDRESS', byDefault: '30', meaning: 'codes a day from one network address' },
  {
    name: 'KERF_MASTER_KEY',
    byDefault: 'DATA_DIR/master.key, made at the first start',
    meaning: 'wraps every other key; required in production',
    secret: true,
  },
  {
    name: 'ANALYTICS_URL',
    byDefault: 'the built-in collector',
    meaning: 'where behaviour events go instead, in the SDK’s wire format',
  },
  { name: 'GA_MEASUREMENT_ID', byDefault: 'none', meaning: 'Google analytics, only after consent: G-…' },
  {
    name: 'TRACKING_DAYS',
    byDefault: '180',
    meaning: 'days for which behaviour events are kept, 180 at most',
  },
  {
    name: 'METRICS_TOKEN',
    byDefault: 'none: this machine only',
    meaning: 'bearer token of /metrics',
    secret: true,
  },
  {
    name: 'KERF_DEV_EXPOSE',
    byDefault: '0',
    meaning: '1 allows development on a HOST that others reach',
  },
  {
    name: 'DEVICE_SIMULATOR_PORT',
    byDefault: '9527',
    meaning: 'port of the simulated device, in development; 0 takes a free one',
  },
  { name: 'LOG_LEVEL', byDefault: 'info', meaning: 'fatal, error, warn, info, debug, trace or silent' },
  {
    name: 'ACTIVATION_URL',
    byDefault: 'none: the built-in activation API',
    meaning: 'where requests for unlock passwords are posted',
  },
  { name: 'COURSES_FOLDER', byDefault: 'courses', meaning: 'the courses of the safety training' },
  { name: 'PORTAL_FOLDER', byDefault: 'packages/portal/dist', meaning: 'the built portal' },
]

/** By the end of its name: a setting of one channel of social sign-in, of which there may be any. */
const OF_CHANNEL: Readonly<Record<string, Omit<Known, 'name' | 'byDefault'>>> = {
  CLIENT_ID: { meaning: 'client id at the provider' },
  SECRET: { meaning: 'client secret at the provider', secret: true },
  ISSUER: { meaning: 'address of an OpenID Connect provider' },
  NATIVE_CLIENT_IDS: { meaning: 'further client ids, of native hosts' },
}

function channelSettings(env: Readonly<Record<string, string | undefined>>): Known[] {
  return Object.keys(env)
    .sort()
    .flatMap(name => {
      const end = /^OAUTH_[A-Z][A-Z0-9_]*?_(CLIENT_ID|SECRET|ISSUER|NATIVE_CLIENT_IDS)$/.exec(name)?.[1]
      const about = end === undefined ? undefined : OF_CHANNEL[end]
      return about && env[name]?.trim() ? [{ name, byDefault: 'none', ...about }] : []
    })
}

const SECRET_PARAMETER = /password|secret|token|sslkey/i

/** Passwords in addresses are nobody's to read, wherever they stand: with the user, or among the parameters. */
function maskAddress(text: string): string {
  if (!text.includes('://') || !/[@?]/.test(text)) return text
  if (!URL.canParse(text)) return '(set, no address)'
  const url = new URL(text)
  const hidden = [...url.searchParams.keys()].filter(name => SECRET_PARAMETER.test(name))
  if (url.password === '' && hidden.length === 0) return text
  if (url.password !== '') url.password = '***'
  for (const name of hidden) url.searchParams.set(name, '***')
  return url.href
}

const mask = (value: string, secret: boolean): string => (secret ? '(set)' : maskAddress(value))

export const listSettings = (env: Readonly<Record<string, string | undefined>>): Setting[] =>
  [...KNOWN, ...channelSettings(env)].map(({ name, byDefault, meaning, secret = false }) => {
    const given = env[name]?.trim()
    return given
      ? { name, value: mask(given, secret), source: 'environment', meaning }
      : { name, value: byDefault, source: 'default', meaning }
  })
