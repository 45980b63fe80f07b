/** OpenID provider inside the development server, to try social sign-in without credentials of a real provider. */
import type { IncomingMessage } from 'node:http'
import { findPackageJSON } from 'node:module'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider/lib/provider.js'
import { socialCallbackUrl } from '../../identity/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { OAuthSettings } from '../../platform/config/social-channels.ts'
import { randomToken } from '../../platform/keys/secrets.ts'
import { createProvider } from './create-provider.ts'
import { createClaims, createPeople, EMAIL_CHOICES } from './demo-people.ts'
import { errorPage, interactionPage, languageOf, type Page } from './interaction-page.ts'

export const DEMO_CHANNEL = 'demo'
const MOUNT = '/dev/idp'

export interface DemoProvider {
  /** settings of the sign-in channel that uses this provider */
  readonly settings: OAuthSettings
  /** `http://localhost:PORT/dev/idp`; available once the server listens */
  readonly issuer: () => string
  readonly routes: (http: FastifyInstance) => Promise<void>
}

/** False if development dependencies are not installed. */
function isInstalled(): boolean {
  try {
    return findPackageJSON('oidc-provider', import.meta.url) !== undefined
  } catch {
    return false
  }
}

/** One worker only: the provider stores its state in the memory of one process. */
export const offersDemo = ({ production, workers, oauth, socialLogin }: Config): boolean =>
  !production &&
  workers === 1 &&
  socialLogin !== 'off' &&
  !oauth.some(({ channel }) => channel === DEMO_CHANNEL) &&
  isInstalled()

/** Passes only the interaction's cookies to the provider. Without a session, it asks for the name at every sign-in. */
function removeSessionCookies(request: IncomingMessage): void {
  const cookies = request.headers.cookie?.split(';').map(pair => pair.trim())
  request.headers.cookie = cookies?.filter(pair => pair.startsWith('_interaction')).join('; ') ?? ''
}

const send = (reply: FastifyReply, { html, policy }: Page, status = 200): FastifyReply =>
  reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)

/** `portals`: public URLs of the product; `port`: the port it listens on. */
export function createDemoProvider(portals: () => readonly URL[], port: () => number): DemoProvider {
  const settings = {
    channel: DEMO_CHANNEL,
    clientId: 'kerf-demo',
    secret: randomToken(),
    issuer: undefined,
    nativeClientIds: [],
  }
  const issuer = (): string => `http://localhost:${port()}${MOUNT}`
  const interactionPath = (uid: string): string => `${MOUNT}/interaction/${uid}`
  const people = createPeople()
  let created: Promise<Provider> | undefined
  const provider = (): Promise<Provider> => {
    created ??= createProvider({
      issuer: issuer(),
      clientId: settings.clientId,
      secret: settings.secret,
      redirectUris: portals().map(portal => socialCallbackUrl(portal, DEMO_CHANNEL)),
      interactionPath,
      people,
    })
    return created
  }

  const showInteraction = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const accept = request.headers['accept-language']
    try {
      const { uid, params } = await (await provider()).interactionDetails(request.raw, reply.raw)
      const lang = languageOf(params.ui_locales, accept)
      return send(
        reply,
        interactionPage(
          lang,
          interactionPath(uid),
          portals().map(portal => portal.origin),
        ),
      )
    } catch (error) {
      return send(reply, errorPage((error as Error).message, languageOf(undefined, accept)), 400)
    }
  }

  const submitInteraction = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const name = (form.get('name') ?? '').trim().slice(0, 60)
    const choice = EMAIL_CHOICES.find(one => one === form.get('choice')) ?? 'verified'
    const refused = form.get('action') === 'refuse' || name === ''
    const claims = createClaims(name, choice, (form.get('email') ?? '').trim())
    const result = refused
      ? { error: 'access_denied', error_description: 'refused' }
      : { login: { accountId: claims.sub, remember: false } }
    try {
      const location = await (await provider()).interactionResult(request.raw, reply.raw, result, {
        mergeWithLastSubmission: false,
      })
      if (!refused) people.store(claims)
      return reply.code(303).header('location', location).header('cache-control', 'no-store').send()
    } catch (error) {
      const lang = languageOf(undefined, request.headers['accept-language'])
      return send(reply, errorPage((error as Error).message, lang), 400)
    }
  }

  const routes = async (http: FastifyInstance): Promise<void> => {
    await http.register(async scope => {
      const type = 'application/x-www-form-urlencoded'
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body))
      scope.get(`${MOUNT}/interaction/:uid`, showInteraction)
      scope.post(`${MOUNT}/interaction/:uid`, submitInteraction)
    })
    await http.register(async scope => {
      // oidc-provider parses the request body itself.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.all(`${MOUNT}/*`, async (request, reply) => {
        const handle = (await provider()).callback()
        reply.hijack()
        const raw = request.raw as IncomingMessage & { originalUrl?: string }
        raw.originalUrl = request.url
        raw.url = request.url.slice(MOUNT.length)
        removeSessionCookies(raw)
        await handle(raw, reply.raw)
      })
    })
  }
  return { settings, issuer, routes }
}
