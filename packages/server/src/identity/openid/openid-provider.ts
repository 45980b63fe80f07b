/**
 * The providers of this process, one for each public address; in production there is one address. A provider is created at its first
 * request, and again when the signing keys have changed.
 */
import { browserLanguage, type Language, toLanguage } from '@kerf/contract/language'
import type { Context, Interaction, Provider } from 'oidc-provider/lib/provider.js'
import type { GuardedFetch } from '../../outbound/guarded/guarded-fetch.ts'
import type { Caller } from '../../platform/audit/caller.ts'
import { isOutage } from '../../platform/db/database.ts'
import { errorLogFields } from '../../platform/errors/log-fields.ts'
import type { PlatformServices } from '../../platform/services.ts'
import { type HttpRequest, languageOf } from '../../web/request/request-reader.ts'
import type { AppRegistry } from '../app/app-registry.ts'
import { findConsent } from '../grant/grant-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { hasCompanion } from '../session/session-companion.ts'
import type { PageVisits } from '../session/session-guard.ts'
import { machineMetadata, toMetadata } from './client-metadata.ts'
import { type BrowserFailure, createProvider, ROUTES } from './create-provider.ts'
import { isMachineId, serialNumberOf } from './pairing/machine-clients.ts'
import type { Pairings } from './pairing/pair-machine.ts'
import type { PairingMachines } from './pairing/pairing-machines.ts'
import { loadSigningKeys, readKeysVersion } from './signing-keys.ts'
import type { ReadMachineRights } from './tokens/machine-details.ts'
import type { ClaimSources } from './tokens/openid-claims.ts'
import type { TokenReuse } from './tokens/stored-token.ts'

export interface OpenIdDependencies
  extends Pick<ClaimSources, 'readBenefits' | 'readMachines'>,
    Pick<PlatformServices, 'db' | 'clock' | 'keys' | 'limiter' | 'publicUrl' | 'refusals'> {
  readonly apps: Pick<
    AppRegistry,
    'findApi' | 'findApiById' | 'findClient' | 'verifySecret' | 'hasOrigin' | 'hasBrowserOrigin'
  >
  /** in contrast to `apps`, without clients that are known by a document */
  readonly findRegistered: AppRegistry['findClient']
  /** whether clients may be known by a document at their address */
  readonly clientDocuments: boolean
  readonly readMachineRights: ReadMachineRights
  readonly fetch: GuardedFetch
  readonly machines: Pick<PairingMachines, 'findClientKey' | 'findPerson'>
  readonly pairings: Pick<Pairings, 'advance'>
  readonly visits: PageVisits
  readonly onReuse: (reuse: TokenReuse, caller: Caller | undefined) => Promise<void>
  readonly log: { error(fields: object, text: string): void }
}

/** A new key is published a day before it signs. */
const KEYS_CHECK_INTERVAL_MS = 30_000
const RETRY_SECONDS = 5
/** Routes that a person visits. Their failures are shown on a page. */
const BROWSER_ROUTES = new Set(['authorization', 'resume', 'end_session'])

const isAuthorization = (path: string): boolean =>
  path === ROUTES.authorization || path.startsWith(`${ROUTES.authorization}/`)

/** Path of the page that shows a failure. Contains nothing else of the request, which an attacker may have written. */
export const failurePage = (language: Language, error: string, requestId: string): string =>
  `/${language}/authorize/error?${new URLSearchParams({ error, request: requestId })}`

export const logoutFailurePage = (language: Language, error: string, requestId: string): string =>
  `${failurePage(language, error, requestId)}&of=logout`

export function createOpenIdProvider(deps: OpenIdDependencies) {
  const { db, keys, apps, visits, publicUrl, log } = deps
  const requests = new WeakMap<object, HttpRequest>()
  const requestOf = ({ req }: Context): HttpRequest => {
    const request = requests.get(req)
    if (!request) throw new Error('the request is not known')
    return request
  }

  const readVisitor = async (request: HttpRequest) => {
    const session = await visits.signedIn(request)
    const isTrusted =
      session !== undefined &&
      !(session.default_password && session.must_change_password) &&
      (await hasCompanion(db, session, visits.callerOf(request)))
    return { session, authenticated: isTrusted ? session : undefined }
  }
  const visitors = new WeakMap<HttpRequest, ReturnType<typeof readVisitor>>()
  /** The session of a request, and again if the person authenticated in this browser (S-131). Checked once for each request. */
  const visitorOf = (request: HttpRequest) => {
    const visitor = visitors.get(request) ?? readVisitor(request)
    visitors.set(request, visitor)
    return visitor
  }
  const signedIn = async (request: HttpRequest): Promise<SessionClaims | undefined> =>
    (await visitorOf(request)).authenticated

  const languageFor = (request: HttpRequest, uiLocales: unknown): Language => {
    const known = String(uiLocales ?? '')
      .split(' ')
      .find(tag => /^(?:en|zh)\b/i.test(tag))
    return known === undefined ? languageOf(request) : toLanguage(browserLanguage(known))
  }

  const pageOf = async (context: Context, { uid, prompt, params }: Interaction): Promise<string> => {
    const request = requestOf(context)
    const lang = languageFor(request, params.ui_locales)
    const code = apps.findClient(String(params.client_id))?.code ?? ''
    const page = `/${lang}/authorize/${uid}?${new URLSearchParams({ p: code, o: code })}`
    const start = { login: 'login', create: 'register' }[prompt.name]
    if (start === undefined || (await visitorOf(request)).session) return page
    return `/${lang}/${start}?${new URLSearchParams({ p: code, o: code, r: new URL(page, publicUrl()).href })}`
  }

  const showFailure = (context: Context, { error }: BrowserFailure): void => {
    if (!BROWSER_ROUTES.has(context.oidc.route) && !isAuthorization(context.path)) {
      context.body = { error }
      return
    }
    const request = requestOf(context)
    const lang = languageFor(request, context.oidc.params?.ui_locales)
    context.status = 303
    context.redirect(failurePage(lang, error, request.id))
  }

  const create = async (issuer: string) => {
    const { keys: jwks, version } = await loadSigningKeys(db, keys.wrapping)
    const provider = await createProvider({
      ...{ db, clock: deps.clock, jwks, publicUrl, pageOf, showFailure },
      issuer,
      key: keys.openid,
      readBenefits: deps.readBenefits,
      readMachines: deps.readMachines,
      readMachineRights: deps.readMachineRights,
      onReuse: (reuse, context) => deps.onReuse(reuse, context && visits.callerOf(requestOf(context))),
      refusals: deps.refusals,
      findPairedPerson: deps.machines.findPerson,
      pairings: deps.pairings,
      findClient(clientId) {
        const app = deps.findRegistered(clientId)
        if (app || !isMachineId(clientId)) return app && toMetadata(app)
        return deps.machines
          .findClientKey(serialNumberOf(clientId))
          .then(clientKey => machineMetadata(clientId, clientKey))
      },
      signedIn: context => signedIn(requestOf(context)),
      callerOf: context => visits.callerOf(requestOf(context)),
      limiter: deps.limiter,
      verifySecret: apps.verifySecret,
      apis: apps,
      clientDocuments: deps.clientDocuments,
      fetch: deps.fetch,
      hasOrigin: apps.hasOrigin,
      hasBrowserOrigin: apps.hasBrowserOrigin,
      consentedScopes: async (uid, clientId) => (await findConsent(db, { uid, clientId }))[0]?.scopes ?? [],
    })
    provider.on('server_error', (context: Context, error: Error & { code?: string }) => {
      if (isOutage(error)) {
        context.status = 503
        context.set('retry-after', String(RETRY_SECONDS))
        if (typeof context.body === 'object') context.body = { error: 'temporarily_unavailable' }
      }
      log.error({ requestId: requestOf(context).id, ...errorLogFields(error) }, 'request failed')
    })
    return { provider, version, callback: provider.callback() }
  }

  /** by issuer */
  const opened = new Map<string, ReturnType<typeof create>>()
  let checkedAt = Date.now()
  const open = async () => {
    const issuer = publicUrl().origin
    const known = opened.get(issuer)
    if (known && Date.now() - checkedAt > KEYS_CHECK_INTERVAL_MS) {
      checkedAt = Date.now()
      const [{ version }, stored] = await Promise.all([known, readKeysVersion(db)])
      if (version !== stored) opened.clear()
    }
    const provider = opened.get(issuer) ?? create(issuer)
    if (opened.get(issuer) !== provider) {
      opened.set(issuer, provider)
      // The next request tries again.
      provider.catch(() => {
        if (opened.get(issuer) === provider) opened.delete(issuer)
      })
    }
    return provider
  }

  return {
    languageFor,
    provider: async (): Promise<Provider> => (await open()).provider,
    signedIn,
    /** Answers the request. The response may not have begun. */
    async handle(
      request: HttpRequest,
      send: () => void,
      response: Parameters<ReturnType<Provider['callback']>>[1],
    ) {
      const { callback } = await open()
      requests.set(request.raw, request)
      send()
      await callback(request.raw, response)
    },
  }
}

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>
