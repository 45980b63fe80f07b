/** A brand's app as its own server: sends people to the portal, and knows them when they come back. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Credentials, createPassportClient, PassportRefusal, type Person } from './passport-client.ts'
import { type Language, type Look, SCRIPT, STYLE, samplePage } from './sample-page.ts'

export interface SampleOptions {
  /** the portal, as browsers reach it */
  readonly portal: URL
  /** the passport, as this server reaches it */
  readonly api: URL
  readonly credentials: Credentials
  /** this app's own origin */
  readonly origin: string
  /** domain of the cookie that the portal shares with this app; undefined: another site, known by tickets alone */
  readonly sharedDomain: string | undefined
  readonly look: Look
}

/** Somebody who came with a ticket. */
interface OwnSession extends Person {
  /** name of the sign-in at the passport */
  readonly session: string
}

type Known =
  | { readonly by: 'ticket'; readonly id: string; readonly person: OwnSession }
  | { readonly by: 'cookie'; readonly utoken: string; readonly person: Person }

const OWN = 'sampleSession'
const STATE = 'sampleState'
const SECURITY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
/** Sessions kept; the oldest goes first. */
const MOST = 1_000

const secret = (): string => randomBytes(32).toString('base64url')

/** Given twice it counts as not given: another page of the domain may have planted one. */
function cookie(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim())
  const found = pairs.filter(pair => pair.startsWith(`${name}=`))
  return (found.length === 1 && found[0]?.slice(name.length + 1)) || undefined
}

const own = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`

export function createSampleApp(of: SampleOptions) {
  const { portal, look, sharedDomain } = of
  const passport = createPassportClient(of.api, of.credentials)
  const sessions = new Map<string, OwnSession>()

  const languageOf = (request: IncomingMessage): Language => {
    const wanted = cookie(request, 'sampleLanguage') ?? request.headers['accept-language'] ?? ''
    return wanted.startsWith('zh') ? 'zh' : 'en'
  }

  /** Asked anew on every visit: whoever has signed out anywhere is out here too. */
  async function whoIsThere(request: IncomingMessage): Promise<Known | undefined> {
    const id = cookie(request, OWN)
    const person = id === undefined ? undefined : sessions.get(id)
    if (id !== undefined && person) {
      if (await passport.isAlive(person.session)) return { by: 'ticket', id, person }
      sessions.delete(id)
    }
    const utoken = sharedDomain === undefined ? undefined : cookie(request, 'utoken')
    const owner = utoken === undefined ? undefined : await passport.whose(utoken)
    return utoken !== undefined && owner ? { by: 'cookie', utoken, person: owner } : undefined
  }

  /** Out to the portal. The state comes back in the return address and shows that it was this browser that went. */
  function logIn(request: IncomingMessage, response: ServerResponse): void {
    const state = secret()
    const back = new URL('/return', of.origin)
    back.searchParams.set('state', state)
    const to = new URL(`/${languageOf(request)}/login`, portal)
    to.searchParams.set('p', look.code)
    to.searchParams.set('r', back.href)
    redirect(response, to.href, [own(STATE, state, 600)])
  }

  /** Back from the portal: with a ticket, or with the cookie alone where the domain is shared. */
  async function comeBack(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
    const state = cookie(request, STATE)
    const forget = own(STATE, '', 0)
    if (state === undefined || query.get('state') !== state) return redirect(response, '/?failed=1', [forget])
    const ticket = query.get('ticket')
    if (ticket === null) return redirect(response, '/', [forget])
    try {
      const person = await passport.redeem(ticket)
      const id = secret()
      sessions.delete(cookie(request, OWN) ?? '')
      sessions.set(id, person)
      if (sessions.size > MOST) sessions.delete(sessions.keys().next().value ?? '')
      redirect(response, '/', [forget, own(OWN, id, 7 * 24 * 3600)])
    } catch (error) {
      if (!(error instanceof PassportRefusal)) throw error
      redirect(response, '/?failed=1', [forget])
    }
  }

  /** Everywhere: the sign-in at the passport ends, and with it what grew from it. */
  async function logOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The shared cookie comes with other sites' forms too: only a form of this page counts.
    if (request.headers.origin !== of.origin) return void response.writeHead(403, SECURITY).end()
    const known = await whoIsThere(request)
    const cleared = [own(OWN, '', 0)]
    if (known?.by === 'ticket') {
      await passport.end(known.person.session)
      sessions.delete(known.id)
    } else if (known?.by === 'cookie') {
      await passport.logOut(known.utoken)
      cleared.push(`utoken=; Domain=${sharedDomain}; Path=/; Max-Age=0; SameSite=None; Secure`)
    }
    redirect(response, '/', cleared)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', of.origin)
    switch (`${request.method} ${pathname}`) {
      case 'GET /': {
        const known = await whoIsThere(request)
        const lang = languageOf(request)
        const failed = searchParams.has('failed')
        const html = samplePage({ lang, look, portal, by: known?.by, person: known?.person, failed })
        return send(response, 'text/html; charset=utf-8', html)
      }
      // For the open page: who it would show if it were fetched now.
      case 'GET /me': {
        const known = await whoIsThere(request)
        return send(response, 'application/json', JSON.stringify({ uid: known?.person.uid ?? '' }))
      }
      case 'GET /login':
        return logIn(request, response)
      case 'GET /return':
        return comeBack(request, response, searchParams)
      case 'GET /language': {
        const next = searchParams.get('to') === 'zh' ? 'zh' : 'en'
        return redirect(response, '/', [own('sampleLanguage', next, 365 * 24 * 3600)])
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
        response.writeHead(404, SECURITY).end()
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch(() => {
      if (response.headersSent) return response.destroy()
      // The passport is away: who is there cannot be told now, and nobody is signed out for that.
      response.writeHead(503, {
        ...SECURITY,
        'content-type': 'text/plain; charset=utf-8',
        'retry-after': '5',
      })
      response.end('The passport does not answer. 通行证服务暂无响应。')
    })
  }
}

function redirect(response: ServerResponse, to: string, cookies: readonly string[]): void {
  response.writeHead(303, { ...SECURITY, location: to, 'set-cookie': [...cookies] }).end()
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { ...SECURITY, 'content-type': type }).end(body)
}
