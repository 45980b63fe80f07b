/**
 * Server of a sample app: signs people in through the portal, by a one-time ticket or by the shared cookie. Like any app it uses
 * the package @kerf/client (docs/integration.md) and nothing else of the product.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createKerfClient, KerfError } from '@kerf/client'
import { type Language, type Look, type Person, SCRIPT, STYLE, samplePage } from './sample-page.ts'

/** As the registration of the app shows them. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

export interface SampleOptions {
  /** URL of the portal for browsers */
  readonly portal: URL
  /** URL of the passport API for this server */
  readonly api: URL
  readonly credentials: Credentials
  /** this app's own origin */
  readonly origin: string
  /** domain of the cookie shared with the portal; undefined if the app is on another site and uses tickets only */
  readonly sharedDomain: string | undefined
  readonly look: Look
}

/** A session of this app, created from a ticket. */
interface OwnSession extends Person {
  /** handle of the session at the passport */
  readonly session: string
}

type CurrentPerson =
  | { readonly method: 'ticket'; readonly id: string; readonly person: OwnSession }
  | { readonly method: 'cookie'; readonly utoken: string; readonly person: Person }

const SESSION_COOKIE = 'sampleSession'
const STATE_COOKIE = 'sampleState'
const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
/** Above this number the oldest session is removed. */
const SESSIONS_MAX = 1_000

const createSecret = (): string => randomBytes(32).toString('base64url')

/** Ignores a cookie that is sent twice: a page on a sibling domain may have set one of them. */
function readCookie(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim())
  const found = pairs.filter(pair => pair.startsWith(`${name}=`))
  return (found.length === 1 && found[0]?.slice(name.length + 1)) || undefined
}

const setCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`

export function createSampleApp(options: SampleOptions) {
  const { portal, look, sharedDomain } = options
  const kerf = createKerfClient({ portal: portal.origin, api: options.api.origin, ...options.credentials })
  const sessions = new Map<string, OwnSession>()

  const languageOf = (request: IncomingMessage): Language => {
    const wanted = readCookie(request, 'sampleLanguage') ?? request.headers['accept-language'] ?? ''
    return wanted.startsWith('zh') ? 'zh' : 'en'
  }

  /** Asks the passport on every request, so that a sign-out elsewhere takes effect here at once. */
  async function findCurrentPerson(request: IncomingMessage): Promise<CurrentPerson | undefined> {
    const id = readCookie(request, SESSION_COOKIE)
    const person = id === undefined ? undefined : sessions.get(id)
    if (id !== undefined && person) {
      if (await kerf.sessions.isAlive(person.session)) return { method: 'ticket', id, person }
      sessions.delete(id)
    }
    const utoken = sharedDomain === undefined ? undefined : readCookie(request, 'utoken')
    const owner = utoken === undefined ? undefined : await kerf.accounts.find(utoken)
    return utoken !== undefined && owner ? { method: 'cookie', utoken, person: owner } : undefined
  }

  const returnUrl = (state: string): string => `${options.origin}/return?state=${state}`

  /** Redirects to the portal. The state in the return URL proves that this browser started the sign-in. */
  function logIn(request: IncomingMessage, response: ServerResponse): void {
    const state = createSecret()
    const loginUrl = kerf.loginUrl({
      returnUrl: returnUrl(state),
      app: look.code,
      language: languageOf(request),
    })
    redirect(response, loginUrl, [setCookie(STATE_COOKIE, state, 600)])
  }

  /** Handles the return from the portal: with a ticket, or without one if the cookie is shared. */
  async function handleReturn(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
    const state = readCookie(request, STATE_COOKIE)
    const clearState = setCookie(STATE_COOKIE, '', 0)
    if (state === undefined || query.get('state') !== state)
      return redirect(response, '/?failed=1', [clearState])
    const ticket = query.get('ticket')
    if (ticket === null) return redirect(response, '/', [clearState])
    try {
      const person = await kerf.tickets.redeem({ ticket, returnUrl: returnUrl(state) })
      const id = createSecret()
      sessions.delete(readCookie(request, SESSION_COOKIE) ?? '')
      sessions.set(id, person)
      if (sessions.size > SESSIONS_MAX) sessions.delete(sessions.keys().next().value ?? '')
      redirect(response, '/', [clearState, setCookie(SESSION_COOKIE, id, 7 * 24 * 3600)])
    } catch (error) {
      if (!(error instanceof KerfError) || error.isTemporary) throw error
      redirect(response, '/?failed=1', [clearState])
    }
  }

  /** Ends the session at the passport, and so in every app. */
  async function logOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Forms of other sites send the shared cookie too (CSRF): only this page's form is accepted.
    if (request.headers.origin !== options.origin) return void response.writeHead(403, SECURITY_HEADERS).end()
    const current = await findCurrentPerson(request)
    const cleared = [setCookie(SESSION_COOKIE, '', 0)]
    if (current?.method === 'ticket') {
      await kerf.sessions.end([current.person.session])
      sessions.delete(current.id)
    } else if (current?.method === 'cookie') {
      await kerf.accounts.logout(current.utoken)
      cleared.push(`utoken=; Domain=${sharedDomain}; Path=/; Max-Age=0; SameSite=None; Secure`)
    }
    redirect(response, '/', cleared)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', options.origin)
    switch (`${request.method} ${pathname}`) {
      case 'GET /': {
        const current = await findCurrentPerson(request)
        const lang = languageOf(request)
        const failed = searchParams.has('failed')
        const html = samplePage({
          lang,
          look,
          portal,
          method: current?.method,
          person: current?.person,
          failed,
        })
        return send(response, 'text/html; charset=utf-8', html)
      }
      // Polled by the open page.
      case 'GET /me': {
        const current = await findCurrentPerson(request)
        return send(response, 'application/json', JSON.stringify({ uid: current?.person.uid ?? '' }))
      }
      case 'GET /login':
        return logIn(request, response)
      case 'GET /return':
        return handleReturn(request, response, searchParams)
      case 'GET /language': {
        const next = searchParams.get('to') === 'zh' ? 'zh' : 'en'
        return redirect(response, '/', [setCookie('sampleLanguage', next, 365 * 24 * 3600)])
      }
      case 'POST /logout':
        return logOut(request, response)
      case 'GET /sample.css':
        return send(response, 'text/css; charset=utf-8', STYLE + look.style)
      case 'GET /sample.js':
        return send(response, 'text/javascript; charset=utf-8', SCRIPT)
      case 'GET /mark.svg':
        return send(response, 'image/svg+xml', look.mark)
      default:
        response.writeHead(404, SECURITY_HEADERS).end()
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => {
      if (response.headersSent) return response.destroy()
      // The passport is unavailable: the session is unknown, and nobody is signed out.
      response.writeHead(503, {
        ...SECURITY_HEADERS,
        'content-type': 'text/plain; charset=utf-8',
        'retry-after': '5',
      })
      response.end('The passport is unavailable. 通行证服务暂无响应。')
    })
  }
}

function redirect(response: ServerResponse, to: string, cookies: readonly string[]): void {
  response.writeHead(303, { ...SECURITY_HEADERS, location: to, 'set-cookie': [...cookies] }).end()
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { ...SECURITY_HEADERS, 'content-type': type }).end(body)
}
