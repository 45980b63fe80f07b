/**
 * Every setting, once: name, parser, default and meaning. `Config`, the validation, `kerf doctor` and docs/settings.md
 * (`node scripts/lint/check-settings.mjs --write`) come from this table; `npm run check` compares compose.yaml with it.
 */
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/host/native-calls'
import { PASSWORD_MAX, PASSWORD_MIN } from '@kerf/contract/limits'
import { SAMPLERS } from '../tracing/sampler.ts'
import {
  androidApps,
  appleApps,
  bounceAddress,
  choice,
  contact,
  flag,
  folderOrBucket,
  headers,
  hostName,
  httpsUrl,
  httpUrl,
  integer,
  list,
  listenAddress,
  masterKey,
  measurementId,
  networks,
  onOff,
  origins,
  path,
  portNumber,
  postgresUrl,
  proxies,
  publicAddress,
  sender,
  share,
  text,
  url,
  webhookSecret,
} from './parsers.ts'
import { setting } from './setting.ts'

const none = undefined
const IMAGE = { setByImage: true } as const
const PASSWORD = { secret: 'password' } as const
const DATABASE_ADDRESS = { secret: 'password', byDefault: '`DATABASE_URL`' } as const

const process = {
  nodeEnv: setting(
    'NODE_ENV',
    choice('development', 'production', 'test'),
    'development',
    'production (as `npm run serve` sets it) refuses to start with an unsafe default',
    IMAGE,
  ),
  port: setting('PORT', portNumber, '8080', 'port to listen on; 0 takes a free one and prints it', IMAGE),
  host: setting('HOST', text, '127.0.0.1', 'address to listen on', IMAGE),
  publicUrl: setting(
    'PUBLIC_URL',
    publicAddress,
    none,
    "the portal's own origin, the only one used for links in emails; in production with https",
    {
      byDefault: '`http://localhost:PORT`',
      requiredInProduction: 'links in emails lead to it',
    },
  ),
  dataDir: setting(
    'DATA_DIR',
    path,
    './data',
    'embedded database, files, development mailbox, generated keys',
    IMAGE,
  ),
  workers: setting('WORKERS', integer(1, 64), '1', 'server processes that share the port'),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    integer(0, 600),
    none,
    'seconds between SIGTERM and the closing of the port; longer than your proxy takes to notice that `/readyz` fails',
    {
      byDefault: '10 in production, otherwise 0',
    },
  ),
  deployment: setting(
    'DEPLOYMENT',
    choice('us', 'eu', 'cn'),
    'us',
    'server group `us`, `eu` or `cn`; each group has its own accounts',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    proxies,
    '',
    'addresses or CIDR ranges whose `X-Forwarded-For` header is trusted',
  ),
  masterKey: setting('KERF_MASTER_KEY', masterKey, none, 'encrypts every other key', {
    byDefault: '`DATA_DIR/master.key`, created at the first start',
    secret: 'whole',
    requiredInProduction: 'it encrypts every other key',
  }),
  fileStore: setting(
    'FILE_STORE',
    folderOrBucket,
    none,
    'a folder, or `s3://bucket/prefix` with the usual AWS variables (`AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT_URL_S3` …)',
    {
      byDefault: '`DATA_DIR/files`',
    },
  ),
  coursesFolder: setting(
    'COURSES_FOLDER',
    path,
    'courses',
    'the safety training courses, one folder each: [courses/README.md](../courses/README.md)',
  ),
  portalFolder: setting('PORTAL_FOLDER', path, 'packages/portal/dist', 'the built portal', IMAGE),
}

const database = {
  databaseUrl: setting(
    'DATABASE_URL',
    postgresUrl,
    none,
    'PostgreSQL 15 or newer; its user owns the database',
    {
      byDefault: 'embedded PostgreSQL in `DATA_DIR`',
      secret: 'password',
    },
  ),
  databaseServingUrl: setting(
    'DATABASE_SERVING_URL',
    postgresUrl,
    none,
    "address for calls; may lead through a pooler. Without a user the server's login role is used: [Database roles](database.md#database-roles)",
    DATABASE_ADDRESS,
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    postgresUrl,
    none,
    'address of the owner for migrations, jobs, notifications and locks; never through a pooler in transaction mode',
    DATABASE_ADDRESS,
  ),
  databaseReplicaUrl: setting(
    'DATABASE_REPLICA_URL',
    postgresUrl,
    none,
    'address of a streaming replica for lists and statistics, with a user or with that of the calls: [Replica](database.md#replica)',
    PASSWORD,
  ),
  databaseReplicaLagSeconds: setting(
    'DATABASE_REPLICA_LAG_SECONDS',
    integer(1, 300),
    '5',
    'a replica with older data is not used',
  ),
  databaseNodeUrl: setting(
    'DATABASE_NODE_URL',
    postgresUrl,
    none,
    'address of another node of a distributed database for statements of one account or key, with a user or without: [Distributed database](database.md#distributed-database)',
    PASSWORD,
  ),
  databasePreparedStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    onOff,
    'on',
    '`off` for a pooler in transaction mode that does not know prepared statements (PgBouncer before 1.21)',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    integer(2, 500),
    '10',
    'database connections of a process for calls: [Connections](database.md#connections)',
  ),
  databaseLimitsPoolSize: setting(
    'DATABASE_LIMITS_POOL_SIZE',
    integer(1, 500),
    '4',
    'further ones for rate limits',
  ),
  databaseCallTimeoutMs: setting(
    'DATABASE_CALL_TIMEOUT_MS',
    integer(100, 60_000),
    '2500',
    'time that a call waits for the database in all (limits, connection, statements); then it answers 503',
    {
      byDefault: '2500, or 12 round trips to the database if that is longer, up to 10 s',
    },
  ),
  databasePoolTimeoutMs: setting(
    'DATABASE_POOL_TIMEOUT_MS',
    integer(100, 60_000),
    '2000',
    'time that a call waits for a connection; then it answers 503',
  ),
  databaseTimeoutMs: setting(
    'DATABASE_TIMEOUT_MS',
    integer(500, 60_000),
    '5000',
    'time after which the database cancels a statement of a call; then the call answers 503',
  ),
}

const jobs = {
  mailSlots: setting('MAIL_SLOTS', integer(1, 100), '8', 'emails that a process sends at once'),
  webhookSlots: setting(
    'WEBHOOK_SLOTS',
    integer(1, 100),
    '2',
    'webhook jobs of a process at once; each delivers to several apps',
  ),
  sweepSlots: setting(
    'SWEEP_SLOTS',
    integer(1, 20),
    '2',
    'jobs of a process at once that delete what expired',
  ),
  backupTo: setting(
    'BACKUP_TO',
    folderOrBucket,
    none,
    'folder or `s3://bucket/prefix` for backups that the server makes: [Backup](backup.md)',
  ),
  backupHours: setting('BACKUP_HOURS', integer(1, 168), '24', 'hours between two backups, at most 168'),
  // The privacy page promises that no backup contains data of a deleted account for longer than 30 days.
  backupDays: setting('BACKUP_DAYS', integer(1, 29), '27', 'days for which a backup is kept, at most 29'),
}

const email = {
  mailUrl: setting('MAIL_URL', url('smtp:', 'smtps:'), none, '`smtp(s)://user:password@host:port`', {
    byDefault: 'a mailbox in `DATA_DIR`',
    secret: 'password',
    requiredInProduction: 'verification codes are sent by email',
  }),
  mailFrom: setting(
    'MAIL_FROM',
    sender,
    'Kerf Passport <no-reply@kerf.example>',
    'sender of emails: an address, or a name and the address in angle brackets; production refuses the example',
  ),
  bounceAddress: setting(
    'BOUNCE_ADDRESS',
    bounceAddress,
    none,
    'address that undeliverable emails come back to, such as `bounces@example.com`; its mailbox must get `bounces+anything@` too: [Bounces](production.md#bounces)',
  ),
  bounceMailboxUrl: setting(
    'BOUNCE_MAILBOX_URL',
    url('imaps:', 'imap:'),
    none,
    '`imaps://user:password@host:port/folder` of the mailbox of `BOUNCE_ADDRESS`, read every minute',
    { secret: 'password' },
  ),
  bounceWebhookSecret: setting(
    'BOUNCE_WEBHOOK_SECRET',
    webhookSecret,
    none,
    'secret (`whsec_…`) of the webhook by which a mail provider reports bounces',
    { secret: 'whole' },
  ),
}

const signIn = {
  humanCheck: setting(
    'HUMAN_CHECK',
    choice('slider', 'recaptcha', 'off'),
    none,
    '`slider`, `recaptcha` or `off`; production refuses `off`',
    {
      byDefault: 'slider; recaptcha in `us` with its keys',
    },
  ),
  recaptchaSiteKey: setting('RECAPTCHA_SITE_KEY', text, none, 'with `RECAPTCHA_SECRET`'),
  recaptchaSecret: setting('RECAPTCHA_SECRET', text, none, 'with `RECAPTCHA_SITE_KEY`', { secret: 'whole' }),
  passwordMin: setting(
    'PASSWORD_MIN',
    integer(1, 128),
    String(PASSWORD_MIN),
    'shortest new password, in characters',
  ),
  passwordMax: setting(
    'PASSWORD_MAX',
    integer(1, 128),
    String(PASSWORD_MAX),
    'longest new password, up to 128',
  ),
  passwordRangeUrl: setting(
    'PASSWORD_RANGE_URL',
    httpsUrl,
    none,
    'a range service of breached passwords, such as `https://api.pwnedpasswords.com/range/`: a new password is also looked up there by 5 digits of its SHA-1 (k-anonymity, padded answers). It is asked 1 second at most; a failure refuses nobody and is counted in `kerf_events_total{event="password.range"}`',
  ),
  accountPrivacy: setting(
    'ACCOUNT_PRIVACY',
    choice('friendly', 'strict'),
    'friendly',
    '`strict`: same answers for known and unknown accounts; an address without an account gets an email that says so when a code is requested for it',
  ),
  cookieDomain: setting('COOKIE_DOMAIN', text, none, 'parent domain of the `utoken` cookie', {
    byDefault: 'host of `PUBLIC_URL`',
  }),
  passportHosts: setting('PASSPORT_HOSTS', list, '', 'sibling hosts, for cookie sync'),
  socialLogin: setting(
    'SOCIAL_LOGIN',
    choice('auto', 'on', 'off'),
    'auto',
    '`auto`: buttons in `us` only; `on`; `off`',
  ),
  codesPerReceiver: setting(
    'CODES_PER_RECEIVER',
    integer(1, 1_000_000),
    '10',
    'mailed codes a day for one mailbox',
  ),
  codesPerAddress: setting(
    'CODES_PER_ADDRESS',
    integer(1, 1_000_000),
    '30',
    'mailed codes a day from one network address; raise it for schools and fairs',
  ),
  signInFailures: setting(
    'SIGN_IN_FAILURES',
    integer(1, 1_000_000),
    '1000',
    'wrong passwords in 15 minutes over all accounts; from then on a browser that the account does not know needs a human check',
  ),
  unlockMachines: setting(
    'UNLOCK_MACHINES',
    integer(1, 1_000_000),
    '100',
    'machines whose unlock password is requested (or whose serial number is guessed) in an hour over all addresses; from then on each needs a human check; set three times what is normal',
  ),
}

/** Of the console of operators. */
const operatorConsole = {
  consoleHost: setting(
    'CONSOLE_HOST',
    hostName,
    none,
    'host of the [console of operators](console.md), without scheme; one that no passport host and no cookie of the portal reaches',
    { byDefault: '`none`: no console; in development `console.localhost` with `CONSOLE_PORT`' },
  ),
  consolePort: setting('CONSOLE_PORT', portNumber, none, "port of the console's process", {
    byDefault: '8090; in development `PORT` and 10',
  }),
  consoleApi: setting(
    'CONSOLE_API',
    listenAddress,
    none,
    "address and port at which the server answers the console's process; nobody else may reach it",
    { byDefault: '`127.0.0.1:8091`; in development a free port' },
  ),
  consoleIssuer: setting(
    'CONSOLE_ISSUER',
    httpsUrl,
    none,
    "address of the company's OpenID Connect provider, by which operators may log in beside passkeys; needs the two below",
  ),
  consoleClientId: setting('CONSOLE_CLIENT_ID', text, none, 'the client of the console at that provider'),
  consoleClientSecret: setting('CONSOLE_CLIENT_SECRET', text, none, 'the secret of that client', {
    secret: 'whole',
  }),
}

const services = {
  webhookNetworks: setting(
    'WEBHOOK_NETWORKS',
    networks,
    '',
    'addresses or CIDR ranges that [webhooks](webhooks.md#for-operators) may be sent to in production although they are not public, such as `10.20.0.0/16`',
  ),
  geoDatabase: setting('GEO_DATABASE', text, none, "a city database in MaxMind's format", {
    byDefault: 'the packaged country database',
  }),
  activationUrl: setting(
    'ACTIVATION_URL',
    httpsUrl,
    none,
    'https address that receives signed requests for unlock passwords: [unlock.md](unlock.md)',
    {
      byDefault: 'none: the built-in activation API',
    },
  ),
  analyticsUrl: setting(
    'ANALYTICS_URL',
    httpsUrl,
    none,
    'other collector for analytics events, in the wire format of the SDK',
    { byDefault: 'the built-in collector' },
  ),
  gaMeasurementId: setting(
    'GA_MEASUREMENT_ID',
    measurementId,
    none,
    'Google Analytics (`G-…`), loaded only after consent. If it fails, the browser console shows a warning. Switch off "enhanced measurement" of the property, because it reads addresses by itself',
  ),
}

const records = {
  logLevel: setting(
    'LOG_LEVEL',
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
  ),
  auditDays: setting(
    'AUDIT_DAYS',
    integer(180, 36_500),
    '730',
    'days for which audit events are stored, at least 180; expired months are dropped',
  ),
  trackingDays: setting(
    'TRACKING_DAYS',
    integer(1, 180),
    '180',
    'days for which the built-in collector stores events; at most 180, as the privacy page promises',
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    contact,
    none,
    'email address, `https:` or `tel:` address for reports of vulnerabilities, shown at `/.well-known/security.txt`; its `Expires` renews itself',
  ),
  androidApps: setting(
    'ANDROID_APPS',
    androidApps,
    '',
    'Android apps that may use passkeys of the portal, comma-separated, each as `PACKAGE/FINGERPRINT` with the SHA-256 of its certificate: `/.well-known/assetlinks.json`',
  ),
  appleApps: setting(
    'APPLE_APPS',
    appleApps,
    '',
    'apps for iOS and macOS that may use passkeys of the portal, comma-separated, each as `TEAM.BUNDLE`: `/.well-known/apple-app-site-association`',
  ),
  clientDocuments: setting(
    'CLIENT_DOCUMENTS',
    onOff,
    'off',
    '`on`: programs that nobody registered, such as MCP clients, log people in as a third party by a [document at their address](openid.md#tools-that-nobody-registered)',
  ),
  robots: setting(
    'ROBOTS',
    choice('allow', 'disallow'),
    none,
    '`allow`, `disallow`: what `/robots.txt` tells search engines about all pages; without it there is no such file',
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    text,
    none,
    'bearer token of `/metrics`; without a token only this machine may read it, and nobody where `PUBLIC_URL` is https',
    { secret: 'whole' },
  ),
  tracesCollector: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    httpUrl,
    none,
    'address of an OpenTelemetry collector, OTLP over HTTP, such as `http://collector.internal:4318`',
    {
      byDefault: 'none: [traces](monitoring.md#traces) are off',
    },
  ),
  tracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    httpUrl,
    none,
    'the full address, if it is another one',
    { byDefault: 'the endpoint and `/v1/traces`' },
  ),
  tracesHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
    '',
    'headers for the collector: `authorization=Bearer TOKEN`',
    { secret: 'whole' },
  ),
  tracesProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    choice('http/json'),
    'http/json',
    'no other is supported',
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    choice(...SAMPLERS),
    'parentbased_always_on',
    '`always_on`, `always_off`, `traceidratio` and the same with `parentbased_`',
  ),
  tracesRatio: setting('OTEL_TRACES_SAMPLER_ARG', share, '1', 'share of the traces, 0 to 1'),
  tracesService: setting(
    'OTEL_SERVICE_NAME',
    text,
    'kerf-passport',
    'name of the server in traces; `OTEL_RESOURCE_ATTRIBUTES` adds attributes',
  ),
  tracesExporter: setting('OTEL_TRACES_EXPORTER', choice('otlp', 'none'), 'otlp', '`none`: traces are off'),
  tracesDisabled: setting('OTEL_SDK_DISABLED', flag('true'), 'false', '`true`: traces are off'),
}

const development = {
  devOrigins: setting(
    'DEV_ORIGINS',
    origins,
    '',
    'further origins, comma-separated, such as `http://app.localhost:5173`. They may call, embed the portal and be returned to like the origins of a brand. To redeem tickets, register the app with its origin',
    {
      developmentOnly: 'register the origins of apps in production',
    },
  ),
  devHttpsPort: setting(
    'DEV_HTTPS_PORT',
    portNumber,
    none,
    'port of an https address beside the http address, such as 8443; 0 selects a free one. The certificate is created in `https/` of `DATA_DIR`: [how to trust it](apps.md#https-on-your-own-computer). Not with an https `PUBLIC_URL`',
    {
      developmentOnly: 'in production a proxy has the certificate',
    },
  ),
  devExpose: setting(
    'KERF_DEV_EXPOSE',
    flag('1'),
    '0',
    '1 allows development on a `HOST` that other machines reach',
    {
      developmentOnly: 'production needs no permission for HOST',
    },
  ),
  deviceSimulatorPort: setting(
    'DEVICE_SIMULATOR_PORT',
    portNumber,
    none,
    'port of the simulated machine; 0 selects a free one',
    {
      byDefault: String(MACHINE_BRIDGE_PORT),
    },
  ),
}

/** By the heading that they have in docs/settings.md. */
export const SETTING_GROUPS = {
  'The server': process,
  Database: database,
  'Jobs and backups': jobs,
  Email: email,
  Login: signIn,
  'The console of operators': operatorConsole,
  'Other services': services,
  Records: records,
  Development: development,
}

export const SETTINGS = {
  ...{ ...process, ...database, ...jobs, ...email },
  ...{ ...signIn, ...operatorConsole, ...services, ...records, ...development },
}

/** Of a channel of social login: names follow `OAUTH_<CHANNEL>_`. There may be any number of channels. */
export const CHANNEL_SETTINGS = {
  clientId: setting(
    'CLIENT_ID',
    text,
    none,
    'makes a channel of social login, for example `OAUTH_GOOGLE_CLIENT_ID`; needs the secret',
  ),
  secret: setting('SECRET', text, none, 'the secret of that client', { secret: 'whole' }),
  issuer: setting(
    'ISSUER',
    httpsUrl,
    none,
    'address of an OpenID Connect provider; required for any other channel',
    {
      byDefault: 'known for google, apple, facebook, github, wechat',
    },
  ),
  nativeClientIds: setting(
    'NATIVE_CLIENT_IDS',
    list,
    '',
    'more client ids, separated by commas, whose tokens native hosts may send',
  ),
}

/** Instead of `OAUTH_APPLE_SECRET`: the server signs a client secret for each request, so none expires. */
export const APPLE_KEY_SETTINGS = {
  file: setting(
    'KEY_FILE',
    path,
    none,
    'instead of `OAUTH_APPLE_SECRET`: the key file (`.p8`) that Apple issued. The server signs a client secret for each request, so none expires',
  ),
  keyId: setting('KEY_ID', text, none, 'id of that key'),
  teamId: setting('TEAM_ID', text, none, 'team that the key belongs to'),
}
