/** Server of a sample app. How it logs people in through the portal is that of `login`. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readCookie, redirect, type SampleLogin, SECURITY_HEADERS, setCookie } from './sample-login.ts'
import { type Language, type Look, SCRIPT, STYLE, samplePage } from './sample-page.ts'

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
  readonly look: Look
}

export function createSampleApp({ portal, look, origin }: SampleOptions, login: SampleLogin) {
  const languageOf = (request: IncomingMessage): Language => {
    const wanted = readCookie(request, 'sampleLanguage') ?? request.headers['accept-language'] ?? ''
    return wanted.startsWith('zh') ? 'zh' : 'en'
  }

  const securityHeaders = {
    ...SECURITY_HEADERS,
    // The button that logs out leads to the portal, and browsers apply the rule for forms to redirects too.
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self' ${portal.origin}; base-uri 'none'; frame-ancestors 'none'`,
  }
  const send = (response: ServerResponse, type: string, body: string): void => {
    response.writeHead(200, { ...securityHeaders, 'content-type': type }).end(body)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    switch (`${request.method} ${pathname}`) {
      case 'GET /': {
        const lang = languageOf(request)
        if (login.isExpired(request)) return login.logIn(request, response, lang, { silently: true })
        const { method, person } = (await login.currentPerson(request)) ?? {}
        const failed = searchParams.has('failed')
        const html = samplePage({ lang, look, portal, method, person, failed })
        return send(response, 'text/html; charset=utf-8', html)
      }
      // Polled by the open page.
      case 'GET /me': {
        const current = await login.currentPerson(request)
        return send(response, 'application/json', JSON.stringify({ uid: current?.person.uid ?? '' }))
      }
      case 'GET /login':
        return login.logIn(request, response, languageOf(request), { silently: false })
      case 'GET /return':
        return login.handleReturn(request, response, searchParams)
      case 'GET /language': {
        const next = searchParams.get('to') === 'zh' ? 'zh' : 'en'
        return redirect(response, '/', [setCookie('sampleLanguage', next, 365 * 24 * 3600)])
      }
      case 'POST /logout':
        // Forms of other sites send the cookies too (CSRF): only this page's form is accepted.
        if (request.headers.origin !== origin) return void response.writeHead(403, securityHeaders).end()
        return login.logOut(request, response)
      case 'GET /sample.css':
        return send(response, 'text/css; charset=utf-8', STYLE + look.style)
      case 'GET /sample.js':
        return send(response, 'text/javascript; charset=utf-8', SCRIPT)
      case 'GET /mark.svg':
        return send(response, 'image/svg+xml', look.mark)
      default:
        response.writeHead(404, securityHeaders).end()
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => {
      if (response.headersSent) return response.destroy()
      // The passport is unavailable: the session is unknown, and nobody is signed out.
      response.writeHead(503, {
        ...securityHeaders,
        'content-type': 'text/plain; charset=utf-8',
        'retry-after': '5',
      })
      response.end('The passport is unavailable. 通行证服务暂无响应。')
    })
  }
}
