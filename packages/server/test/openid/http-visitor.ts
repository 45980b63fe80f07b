/** A person's browser without script: follows redirects, logs in and allows what apps ask for, by the calls of the portal's screens. */
import { login } from '@kerf/contract/endpoints/login'
import { answerAuthorization } from '@kerf/contract/endpoints/openid'
import type { Person } from '../support/accounts.ts'

const REDIRECTS_MAX = 20

export function createVisitor(issuer: string, { email, password }: Person) {
  /** by origin */
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: URL): Map<string, string> => {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    return jar
  }

  async function send(url: URL, init: RequestInit = {}): Promise<Response> {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  async function call<T>(path: string, body: unknown): Promise<T> {
    const url = new URL(path, issuer)
    const utoken = jarOf(url).get('utoken') ?? ''
    const answer = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', utoken },
      body: JSON.stringify(body),
    })
    const { code, data, msg } = (await answer.json()) as { code: number; data: T; msg: string }
    if (code !== 0) throw new Error(`${path} answers ${code} ${msg}`)
    return data
  }

  /** What a page of the portal does at this address. Returns where the browser goes next; undefined if it shows no such page. */
  async function actOnPage(url: URL): Promise<URL | undefined> {
    if (url.origin !== issuer) return undefined
    if (/^\/(?:en|zh)\/login$/.test(url.pathname)) {
      await call(login.path, { email, password, remember: true })
      return new URL(url.searchParams.get('r') ?? '')
    }
    const flow = /^\/(?:en|zh)\/authorize\/([\w-]{43})$/.exec(url.pathname)?.[1]
    if (flow === undefined) return undefined
    const { location } = await call<{ location: string }>(answerAuthorization.path, { flow, answer: 'allow' })
    return new URL(location)
  }

  return {
    /** Returns the text of the page on which the redirects end. */
    async open(address: string): Promise<string> {
      let url = new URL(address)
      for (let count = 0; count < REDIRECTS_MAX; count++) {
        const next = await actOnPage(url)
        if (next) {
          url = next
          continue
        }
        const response = await send(url)
        const location = response.headers.get('location')
        const text = await response.text()
        if (location === null) return text
        url = new URL(location, url)
      }
      throw new Error(`too many redirects, at last to ${url.origin}${url.pathname}`)
    },
  }
}
