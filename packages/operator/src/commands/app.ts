import { readFile } from 'node:fs/promises'
import { type Command, Option } from '@commander-js/extra-typings'
import {
  APP_PARTIES,
  APP_TYPES,
  type AppCredentials,
  createApp,
  editApp,
  findSharedOrigins,
  ID_TOKEN_ALGS,
  isBrand,
  listApps,
  PKCE_MODES,
  removeApp,
  rotateApp,
  type SharedOrigin,
  setAccess,
  setAppAddresses,
  setAppKeys,
  setAppLogo,
  setAppOrigins,
  showApp,
  TOKEN_FORMATS,
} from '@kerf/server/operations/index'
import { type CommandRegistry, type CreateAction, UsageError } from '../input/command-context.ts'
import { collect, optionalText, requiredText, wholeNumber } from '../input/option-values.ts'
import { isoTime } from '../output/iso-time.ts'
import { listOutput } from '../output/table.ts'

const OVERLAP_HOURS_MAX = 24 * 14
const ORIGIN = '--origin <origin>'
const ORIGIN_HELP = 'for example https://app.example.com; repeat it for each origin'
const REDIRECT = [
  '--redirect <address>',
  'OpenID Connect: where a login ends, for example https://app.example.com/callback; repeat it for each address',
  collect,
] as const
const POST_LOGOUT = [
  '--post-logout <address>',
  'OpenID Connect: where a logout ends; repeat it for each address',
  collect,
] as const
const NOTE = ['--note <text>', 'note for operators', optionalText] as const
const HOMEPAGE = [
  '--homepage <url>',
  'page about the app, linked from the consent screen',
  optionalText,
] as const
const PRIVACY = [
  '--privacy <url>',
  'privacy policy of the app, linked from the consent screen',
  optionalText,
] as const
const PKCE = [
  '--pkce <mode>',
  'optional: a web app whose library knows no PKCE sends a nonce instead',
] as const
const ID_TOKEN_CLAIMS = [
  '--id-token-claims',
  'its ID tokens have the claims of the granted scopes, such as email',
] as const
const API_SCOPE = [
  '--scope <scope>',
  'of an API: name, English and Chinese words, such as "jobs:write|Start jobs|开始加工"; repeat it for each scope',
  collect,
] as const
const TOKEN_FORMAT = [
  '--token-format <format>',
  'of an API: jwt (RFC 9068) lives 10 minutes, and can be neither introspected nor revoked',
] as const
const DEFAULT_RESOURCE = [
  '--default-resource <address>',
  'resource of an API: the app gets tokens for it when its request names no resource',
  optionalText,
] as const
const BACK_CHANNEL = [
  '--back-channel <address>',
  'OpenID Connect: where the server of the app receives logout tokens',
  optionalText,
] as const

export function addAppCommands({ program, action }: CommandRegistry): void {
  const app = program.command('app').description('Manages the apps that use these accounts.')

  addCreateCommand(app, action)

  app
    .command('list')
    .description('Lists the registered apps and their origins.')
    .action(
      action(async ({ operator, open }) => {
        const { db } = await open()
        const apps = await listApps(db, operator)
        return listOutput(apps, 'No app is registered.', {
          'CLIENT ID': row => row.clientId,
          CODE: row => row.code,
          NAME: row => row.name,
          TYPE: row => row.type,
          PARTY: row => row.party,
          CREATED: row => isoTime(row.createdAt),
          'SECRET SINCE': row => isoTime(row.rotatedAt ?? row.createdAt),
          'OLD SECRET UNTIL': row => isoTime(row.twoSecretsUntil),
          NOTE: row => row.note,
          ORIGINS: row => row.origins.join(' '),
        })
      }),
    )

  app
    .command('show')
    .description('Shows an app with all its addresses.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .action(
      action(async ({ operator, open }, clientId) => {
        const { db } = await open()
        const shown = await showApp(db, clientId, operator)
        const lines = [
          ['client id', shown.clientId],
          ['code', shown.code],
          ['name', shown.name],
          ['type', shown.type],
          ['party', shown.party],
          ['secret', `since ${isoTime(shown.rotatedAt ?? shown.createdAt)}`],
          ['old secret', shown.twoSecretsUntil === null ? null : `until ${isoTime(shown.twoSecretsUntil)}`],
          ...shown.origins.map(origin => ['origin', origin] as const),
          ...shown.redirectUris.map(uri => ['redirect', uri] as const),
          ...shown.postLogoutRedirectUris.map(uri => ['post-logout', uri] as const),
          ['back-channel', shown.backchannelLogoutUri],
          ['homepage', shown.homepageUrl],
          ['privacy', shown.privacyUrl],
          ['id-token-alg', shown.idTokenAlg],
          ['pkce', shown.pkce],
          ['id token has', shown.idTokenClaims ? 'the claims of the scopes' : 'the claims of the login'],
          ['resource', shown.resource],
          ...shown.apiScopes.map(scope => ['scope', scope] as const),
          ['token format', shown.resource && shown.tokenFormat],
          ['tokens for', shown.defaultResource],
          ...Object.entries(shown.apiAccess).map(
            ([api, scopes]) => ['access', `${api}: ${scopes.join(' ')}`] as const,
          ),
          ...shown.keyIds.map(id => ['key', id] as const),
          ['keys at', shown.jwksUri],
          ['requests', shown.signedRequests ? 'signed only' : null],
          ['note', shown.note],
        ] as const
        const text = lines
          .flatMap(([label, value]) => (value ? [`${label.padEnd(14)}${value}`] : []))
          .join('\n')
        return { json: shown, text }
      }),
    )

  addAddressCommands(app, action)
  addEditCommand(app, action)
  addAccessCommand(app, action)
  addKeysCommand(app, action)

  app
    .command('rotate')
    .description('Gives an app a new client secret, shown only once. The old one stops working at once.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .option(
      '--overlap <hours>',
      'hours for which the old secret still works',
      wholeNumber(0, OVERLAP_HOURS_MAX),
      0,
    )
    .action(
      action(async ({ operator, open, confirm }, clientId, { overlap: overlapHours }) => {
        const end = overlapHours === 0 ? 'at once' : `in ${overlapHours} hours`
        await confirm(`The client secret of ${clientId} stops working ${end}. Continue?`)
        const { db } = await open()
        const credentials = await rotateApp(db, { clientId, overlapHours, operator })
        return { json: credentials, text: renderCredentials(credentials) }
      }),
    )

  app
    .command('remove')
    .description(
      'Removes an app and its webhook. Its credentials stop working at once; accounts and benefits stay.',
    )
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .action(
      action(async ({ operator, open, confirm }, clientId) => {
        await confirm(`The app ${clientId} can no longer use these accounts. Continue?`)
        const { db } = await open()
        const removed = await removeApp(db, clientId, operator)
        return { json: removed, text: `${clientId} is removed.` }
      }),
    )
}

/** `app`: the command that the new one belongs to. */
function addCreateCommand(app: Command, action: CreateAction): void {
  app
    .command('create')
    .description(
      'Registers an app. Shows its client secret only once; browser, native and device apps have none.',
    )
    .requiredOption('--code <code>', 'code of the brand the app belongs to', requiredText)
    .requiredOption('--name <name>', 'name of the app, which people read when they log in', requiredText)
    .option(...NOTE)
    .option(ORIGIN, `${ORIGIN_HELP}. For one-time tickets; an app with --redirect may have none`, collect)
    .addOption(
      new Option('--type <type>', 'web: has a server that keeps a secret')
        .choices(APP_TYPES)
        .default('web' as const),
    )
    .addOption(
      new Option('--party <party>', 'third: asks people for consent, and knows them by ids of its own')
        .choices(APP_PARTIES)
        .default('first' as const),
    )
    .option(...REDIRECT)
    .option(...POST_LOGOUT)
    .option(...BACK_CHANNEL)
    .option(
      '--sector <host>',
      'apps of one sector know a person by the same id (default: host of the first redirect)',
      optionalText,
    )
    .option(...HOMEPAGE)
    .option(...PRIVACY)
    .addOption(
      new Option(
        '--id-token-alg <alg>',
        'signature of its ID tokens: RS256 if its library expects nothing else',
      )
        .choices(ID_TOKEN_ALGS)
        .default('RS256' as const),
    )
    .addOption(new Option(...PKCE).choices(PKCE_MODES).default('required' as const))
    .option(...ID_TOKEN_CLAIMS)
    .option(
      '--resource <address>',
      'of an API: what apps name to get a token for it (RFC 8707)',
      optionalText,
    )
    .option(...API_SCOPE)
    .addOption(new Option(...TOKEN_FORMAT).choices(TOKEN_FORMATS))
    .option(...DEFAULT_RESOURCE)
    .action(
      action(async ({ operator, open }, options) => {
        const { code, name, origin, type, party, sector } = options
        const { db, config } = await open()
        const { production } = config
        const credentials = await createApp(db, {
          code,
          name,
          origins: origin ?? [],
          type,
          party,
          sector,
          redirectUris: options.redirect ?? [],
          postLogoutRedirectUris: options.postLogout ?? [],
          backchannelLogoutUri: options.backChannel,
          homepageUrl: options.homepage,
          privacyUrl: options.privacy,
          idTokenAlg: options.idTokenAlg,
          pkce: options.pkce,
          idTokenClaims: options.idTokenClaims,
          note: options.note,
          defaultResource: options.defaultResource,
          api: { resource: options.resource, scopes: options.scope, tokenFormat: options.tokenFormat },
          production,
          operator,
        })
        const note = (await isBrand(code))
          ? ''
          : `\n\nThere is no brand ${code}: people who come from this app see the portal's own brand.`
        const shared = await findSharedOrigins(db, credentials.clientId)
        return {
          json: shared.length > 0 ? { ...credentials, sharedOrigins: shared } : credentials,
          text: renderCredentials(credentials) + note + renderShared(shared),
        }
      }),
    )
}

function addEditCommand(app: Command, action: CreateAction): void {
  app
    .command('edit')
    .description('Changes what an app registered. What is not given stays as it is.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .option('--name <name>', 'name of the app, which people read when they log in', optionalText)
    .option(...NOTE)
    .option(...HOMEPAGE)
    .option(...PRIVACY)
    .addOption(new Option(...PKCE).choices(PKCE_MODES))
    .option(...ID_TOKEN_CLAIMS)
    .option('--no-id-token-claims', 'its ID tokens have the claims of the login only')
    .option(...API_SCOPE)
    .addOption(new Option(...TOKEN_FORMAT).choices(TOKEN_FORMATS))
    .option(...DEFAULT_RESOURCE)
    .option('--no-default-resource', 'it gets tokens for itself when its request names no resource')
    .action(
      action(async ({ operator, open }, clientId, options) => {
        if (Object.values(options).every(value => value === undefined))
          throw new UsageError('Nothing to change: give an option, see --help.')
        const { name, note, pkce, idTokenClaims, homepage: homepageUrl, privacy: privacyUrl } = options
        const { db, config } = await open()
        const { production } = config
        const api = { scopes: options.scope, tokenFormat: options.tokenFormat }
        const defaultResource = options.defaultResource === false ? null : options.defaultResource
        const details = { name, note, pkce, idTokenClaims, homepageUrl, privacyUrl, defaultResource, api }
        const changed = await editApp(db, { clientId, ...details, production, operator })
        return { json: changed, text: `${clientId} is changed.` }
      }),
    )
}

function addAccessCommand(app: Command, action: CreateAction): void {
  app
    .command('access')
    .description(
      'Replaces the scopes that an app may have of an API. Apps of the maker need none for people.',
    )
    .argument('<CLIENT_ID>', 'of the app, see "kerf app list"')
    .requiredOption('--api <client-id>', 'client id of the API', requiredText)
    .option('--scope <name>', 'a scope of the API; repeat it for each scope', collect)
    .option('--no-scope', 'removes the access')
    .action(
      action(async ({ operator, open }, clientId, { api: apiId, scope }) => {
        if (scope === undefined) throw new UsageError('Give --scope, or --no-scope to remove the access.')
        const { db } = await open()
        const scopes = scope === false ? [] : scope
        const changed = await setAccess(db, { clientId, apiId, scopes, operator })
        return { json: changed, text: `${clientId} may have of ${apiId}: ${scopes.join(' ') || 'nothing'}` }
      }),
    )
}

function addKeysCommand(app: Command, action: CreateAction): void {
  app
    .command('keys')
    .description(
      'Replaces the keys of an app, by which it authenticates (private_key_jwt) instead of by its secret.',
    )
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .option('--jwks <file>', 'JSON Web Key Set with the public keys', requiredText)
    .option('--jwks-uri <address>', 'address of such a set', requiredText)
    .option('--none', 'it authenticates by its secret again')
    .option('--signed-requests', 'its authorization requests must be signed (RFC 9101)')
    .action(
      action(async ({ operator, open }, clientId, { jwks, jwksUri, none, signedRequests = false }) => {
        if ([jwks, jwksUri, none].filter(Boolean).length !== 1)
          throw new UsageError('Give one of --jwks, --jwks-uri and --none.')
        const keySet = jwks === undefined ? undefined : await readFile(jwks, 'utf8')
        const { db, config } = await open()
        const { production } = config
        const changed = await setAppKeys(db, {
          clientId,
          keySet,
          jwksUri,
          signedRequests,
          production,
          operator,
        })
        return { json: changed, text: `${clientId} authenticates by ${changed.authentication}.` }
      }),
    )
  app
    .command('logo')
    .description('Sets the picture of an app on the consent screen and in the list of apps with access.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .option('--file <path>', 'PNG, JPEG or WebP; cut to a square', requiredText)
    .option('--none', 'its first letter stands for it again')
    .action(
      action(async ({ operator, open }, clientId, { file, none = false }) => {
        if ((file === undefined) !== none) throw new UsageError('Give one of --file and --none.')
        const picture = file === undefined ? null : await readFile(file)
        const { db } = await open()
        const changed = await setAppLogo(db, { clientId, picture, operator })
        return { json: changed, text: changed.logo ? 'The logo was set.' : 'The logo was removed.' }
      }),
    )
}

function addAddressCommands(app: Command, action: CreateAction): void {
  app
    .command('addresses')
    .description(
      'Replaces the OpenID Connect addresses of an app. Kinds that are not given stay as they are.',
    )
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .option(...REDIRECT)
    .option(...POST_LOGOUT)
    .option(...BACK_CHANNEL)
    .option('--no-post-logout', 'removes the post-logout addresses')
    .option('--no-back-channel', 'removes the back-channel address')
    .action(
      action(async ({ operator, open }, clientId, { redirect, postLogout, backChannel }) => {
        if (redirect === undefined && postLogout === undefined && backChannel === undefined)
          throw new UsageError('Nothing to change: give --redirect, --post-logout or --back-channel.')
        const { db, config } = await open()
        const changed = await setAppAddresses(db, {
          clientId,
          redirectUris: redirect,
          postLogoutRedirectUris: postLogout === false ? [] : postLogout,
          backchannelLogoutUri: backChannel === false ? null : backChannel,
          production: config.production,
          operator,
        })
        const all = [...changed.redirectUris, ...changed.postLogoutRedirectUris, changed.backchannelLogoutUri]
        return { json: changed, text: `${clientId}: ${all.filter(Boolean).join(' ')}` }
      }),
    )

  app
    .command('origins')
    .description('Replaces the origins of an app: the only places that one-time tickets lead to.')
    .argument('<CLIENT_ID>', 'see "kerf app list"')
    .requiredOption(ORIGIN, ORIGIN_HELP, collect)
    .action(
      action(async ({ operator, open }, clientId, { origin }) => {
        const { db, config } = await open()
        const { production } = config
        const changed = await setAppOrigins(db, { clientId, origins: origin, production, operator })
        const shared = await findSharedOrigins(db, clientId)
        return {
          json: shared.length > 0 ? { ...changed, sharedOrigins: shared } : changed,
          text: `${changed.clientId}: ${changed.origins.join(' ')}${renderShared(shared)}`,
        }
      }),
    )
}

const renderCredentials = ({ clientId, clientSecret }: AppCredentials): string =>
  clientSecret === null
    ? `client id      ${clientId}\n\nAn app of this type has no client secret.`
    : `client id      ${clientId}
client secret  ${clientSecret}

The secret is shown only once.`

/** A warning for each origin that another app has too. */
const renderShared = (shared: readonly SharedOrigin[]): string =>
  shared
    .map(
      ({ origin, clientId }) =>
        `\n\nWarning: ${clientId} has the origin ${origin} too. A page there can redeem the tickets of both apps.`,
    )
    .join('')
