/**
 * All settings of config.ts, with value, source and meaning. scripts/lint/check-settings.mjs compares this list with config.ts,
 * docs/settings.md and compose.yaml.
 */

export interface Setting {
  readonly name: string
  /** value in effect; a secret as `(set)`, a URL without its password */
  readonly value: string
  readonly source: 'environment' | 'default'
  readonly meaning: string
}

interface SettingDefinition {
  readonly name: string
  /** description of the value that applies when the variable is not set */
  readonly byDefault: string
  readonly meaning: string
  readonly secret?: true
}

const DEFINITIONS: readonly SettingDefinition[] = [
  { name: 'NODE_ENV', byDefault: 'development', meaning: 'development or production' },
  { name: 'PORT', byDefault: '8080', meaning: 'port to listen on; 0 selects a free one and prints it' },
  { name: 'HOST', byDefault: '127.0.0.1', meaning: 'address to listen on' },
  { name: 'PUBLIC_URL', byDefault: 'http://localhost:PORT', meaning: "the portal's own origin" },
  { name: 'DATA_DIR', byDefault: './data', meaning: 'embedded database, files, mailbox, generated keys' },
  {
    name: 'DATABASE_URL',
    byDefault: 'embedded PostgreSQL in DATA_DIR',
    meaning: 'PostgreSQL 15 or newer; its user owns the database',
  },
  {
    name: 'DATABASE_SERVING_URL',
    byDefault: 'DATABASE_URL',
    meaning: 'database address for calls; may lead through a pooler, and needs no user',
  },
  {
    name: 'DATABASE_DIRECT_URL',
    byDefault: 'DATABASE_URL',
    meaning: 'database address of the owner for migrations, jobs and notifications; no pooler',
  },
  {
    name: 'DATABASE_REPLICA_URL',
    byDefault: 'none',
    meaning: 'a streaming replica, for lists and statistics; needs no user',
  },
  {
    name: 'DATABASE_NODE_URL',
    byDefault: 'none',
    meaning: 'another node of a distributed database, for statements of one account; needs no user',
  },
  {
    name: 'DATABASE_REPLICA_LAG_SECONDS',
    byDefault: '5',
    meaning: 'a replica with older data is not used',
  },
  {
    name: 'DATABASE_PREPARED_STATEMENTS',
    byDefault: 'on',
    meaning: 'off: the pooler of DATABASE_SERVING_URL does not know prepared statements',
  },
  {
    name: 'DATABASE_POOL_SIZE',
    byDefault: '10',
    meaning: 'database connections of a process for calls',
  },
  {
    name: 'DATABASE_LIMITS_POOL_SIZE',
    byDefault: '4',
    meaning: 'further ones for rate limits',
  },
  {
    name: 'DATABASE_POOL_TIMEOUT_MS',
    byDefault: '2000',
    meaning: 'time that a call waits for a database connection',
  },
  {
    name: 'DATABASE_CALL_TIMEOUT_MS',
    byDefault: '2500, or 12 round trips to the database if that is longer',
    meaning: 'time that a call waits for the database in all',
  },
  {
    name: 'DATABASE_TIMEOUT_MS',
    byDefault: '5000',
    meaning: 'time after which the database cancels a statement of a call',
  },
  { name: 'MAIL_SLOTS', byDefault: '8', meaning: 'mails that a process sends at once' },
  { name: 'WEBHOOK_SLOTS', byDefault: '2', meaning: 'webhook jobs of a process at once' },
  { name: 'SWEEP_SLOTS', byDefault: '2', meaning: 'jobs of a process at once that delete what expired' },
  {
    name: 'BACKUP_TO',
    byDefault: 'none',
    meaning: 'folder or s3://bucket/prefix for backups that the server makes',
  },
  { name: 'BACKUP_HOURS', byDefault: '24', meaning: 'hours between two of them' },
  { name: 'BACKUP_DAYS', byDefault: '27', meaning: 'days for which they are kept; at most 29' },
  { name: 'WORKERS', byDefault: '1', meaning: 'server processes that share the port' },
  {
    name: 'DRAIN_SECONDS',
    byDefault: '10 in production, otherwise 0',
    meaning: 'seconds after SIGTERM in which requests are still accepted while /readyz fails',
  },
  { name: 'DEPLOYMENT', byDefault: 'us', meaning: 'server group: us, eu or cn' },
  {
    name: 'MAIL_URL',
    byDefault: 'a mailbox in DATA_DIR',
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
    name: 'PASSWORD_RANGE_URL',
    byDefault: 'none',
    meaning: 'range service of breached passwords, asked by 5 digits of a hash',
  },
  {
    name: 'ACCOUNT_PRIVACY',
    byDefault: 'friendly',
    meaning: 'strict: same answers for known and unknown accounts',
  },
  { name: 'COOKIE_DOMAIN', byDefault: 'host of PUBLIC_URL', meaning: 'domain of the utoken cookie' },
  { name: 'PASSPORT_HOSTS', byDefault: 'none', meaning: 'sibling hosts, for cookie sync' },
  {
    name: 'TRUSTED_PROXIES',
    byDefault: 'none',
    meaning: 'addresses whose X-Forwarded-For header is trusted',
  },
  {
    name: 'WEBHOOK_NETWORKS',
    byDefault: 'none',
    meaning: 'private networks that webhooks may be sent to in production',
  },
  {
    name: 'GEO_DATABASE',
    byDefault: 'the packaged country database',
    meaning: "a city database in MaxMind's format",
  },
  { name: 'FILE_STORE', byDefault: 'DATA_DIR/files', meaning: 'folder, or s3://bucket/prefix' },
  { name: 'SOCIAL_LOGIN', byDefault: 'auto', meaning: 'auto, on or off' },
  { name: 'CODES_PER_RECEIVER', byDefault: '10', meaning: 'mailed codes a day for one mailbox' },
  { name: 'CODES_PER_ADDRESS', byDefault: '30', meaning: 'mailed codes a day from one network address' },
  {
    name: 'SIGN_IN_FAILURES',
    byDefault: '1000',
    meaning: 'wrong passwords in 15 minutes over all accounts, from which on new browsers need a human check',
  },
  {
    name: 'UNLOCK_MACHINES',
    byDefault: '100',
    meaning: 'machines to unlock in an hour, from which on each request needs a human check',
  },
  {
    name: 'KERF_MASTER_KEY',
    byDefault: 'DATA_DIR/master.key, created at the first start',
    meaning: 'encrypts every other key; required in production',
    secret: true,
  },
  {
    name: 'ANALYTICS_URL',
    byDefault: 'the built-in collector',
    meaning: 'other collector for analytics events, in the wire format of the SDK',
  },
  {
    name: 'GA_MEASUREMENT_ID',
    byDefault: 'none',
    meaning: 'Google Analytics, loaded only after consent: G-…',
  },
  {
    name: 'AUDIT_DAYS',
    byDefault: '730',
    meaning: 'days for which audit events are stored; at least 180',
  },
  {
    name: 'TRACKING_DAYS',
    byDefault: '180',
    meaning: 'days for which analytics events are stored, at most 180',
  },
  {
    name: 'SECURITY_CONTACT',
    byDefault: 'none',
    meaning: 'address or URL in /.well-known/security.txt, where vulnerabilities are reported',
  },
  {
    name: 'METRICS_TOKEN',
    byDefault: 'none: requests from this machine only',
    meaning: 'bearer token of /metrics',
    secret: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    byDefault: 'none: traces are off',
    meaning: 'address of an OpenTelemetry collector, OTLP over HTTP',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    byDefault: 'OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces',
    meaning: 'full address that traces are posted to',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    byDefault: 'none',
    meaning: 'headers for the collector, name=value, comma-separated',
    secret: true,
  },
  { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', byDefault: 'http/json', meaning: 'no other is supported' },
  {
    name: 'OTEL_TRACES_SAMPLER',
    byDefault: 'parentbased_always_on',
    meaning: 'which traces are recorded, such as parentbased_traceidratio',
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', byDefault: '1', meaning: 'share of the traces, such as 0.01' },
  { name: 'OTEL_SERVICE_NAME', byDefault: 'kerf-passport', meaning: 'name of the server in traces' },
  { name: 'OTEL_TRACES_EXPORTER', byDefault: 'otlp', meaning: 'none: traces are off' },
  { name: 'OTEL_SDK_DISABLED', byDefault: 'false', meaning: 'true: traces are off' },
  {
    name: 'DEV_ORIGINS',
    byDefault: 'none',
    meaning: 'further origins trusted in development, comma-separated; refused in production',
  },
  {
    name: 'DEV_HTTPS_PORT',
    byDefault: 'none',
    meaning: 'port of an https address beside the http address, in development; 0 selects a free one',
  },
  {
    name: 'KERF_DEV_EXPOSE',
    byDefault: '0',
    meaning: '1 allows development on a HOST that other machines reach',
  },
  {
    name: 'DEVICE_SIMULATOR_PORT',
    byDefault: '9527',
    meaning: 'port of the simulated machine, in development; 0 selects a free one',
  },
  { name: 'LOG_LEVEL', byDefault: 'info', meaning: 'fatal, error, warn, info, debug, trace or silent' },
  {
    name: 'ACTIVATION_URL',
    byDefault: 'none: the built-in activation API',
    meaning: 'where requests for unlock passwords are sent',
  },
  { name: 'COURSES_FOLDER', byDefault: 'courses', meaning: 'folder of the safety training courses' },
  { name: 'PORTAL_FOLDER', byDefault: 'packages/portal/dist', meaning: 'folder of the built portal' },
]

/** Settings of a social sign-in channel, by the end of their name. There may be any number of channels. */
const CHANNEL_DEFINITIONS: Readonly<Record<string, Omit<SettingDefinition, 'name' | 'byDefault'>>> = {
  CLIENT_ID: { meaning: 'client id at the provider' },
  SECRET: { meaning: 'client secret at the provider', secret: true },
  ISSUER: { meaning: 'address of an OpenID Connect provider' },
  NATIVE_CLIENT_IDS: { meaning: 'more client ids, of native hosts' },
  KEY_FILE: { meaning: "Apple's key file (.p8), which signs client secrets" },
  KEY_ID: { meaning: 'id of the key of KEY_FILE' },
  TEAM_ID: { meaning: 'team that the key of KEY_FILE belongs to' },
}

function channelSettings(env: Readonly<Record<string, string | undefined>>): SettingDefinition[] {
  return Object.keys(env)
    .sort()
    .flatMap(name => {
      const end =
        /^OAUTH_[A-Z][A-Z0-9_]*?_(CLIENT_ID|SECRET|ISSUER|NATIVE_CLIENT_IDS|KEY_FILE|KEY_ID|TEAM_ID)$/.exec(
          name,
        )?.[1]
      const definition = end === undefined ? undefined : CHANNEL_DEFINITIONS[end]
      return definition && env[name]?.trim() ? [{ name, byDefault: 'none', ...definition }] : []
    })
}

const SECRET_PARAMETER = /password|secret|token|sslkey/i

/** Masks passwords in an address, both after the user name and in query parameters. */
function maskAddress(text: string): string {
  if (!text.includes('://') || !/[@?]/.test(text)) return text
  if (!URL.canParse(text)) return '(set, not a valid address)'
  const url = new URL(text)
  const secretNames = [...url.searchParams.keys()].filter(name => SECRET_PARAMETER.test(name))
  if (url.password === '' && secretNames.length === 0) return text
  if (url.password !== '') url.password = '***'
  for (const name of secretNames) url.searchParams.set(name, '***')
  return url.href
}

const mask = (value: string, secret: boolean): string => (secret ? '(set)' : maskAddress(value))

export const listSettings = (env: Readonly<Record<string, string | undefined>>): Setting[] =>
  [...DEFINITIONS, ...channelSettings(env)].map(({ name, byDefault, meaning, secret = false }) => {
    const given = env[name]?.trim()
    return given
      ? { name, value: mask(given, secret), source: 'environment', meaning }
      : { name, value: byDefault, source: 'default', meaning }
  })
