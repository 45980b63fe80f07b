/** A person's browser without script: follows redirects, logs in and allows what apps ask for, by the calls of the portal's screens. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { OutputOf } from '@kerf/contract/endpoint'
import {
  activateDevice,
  answerAuthorization,
  answerLogout,
  describeAuthorization,
} from '@kerf/contract/endpoints/openid'
import { login } from '@kerf/contract/endpoints/sign-in'
import type { Person } from '../support/accounts.ts'

const REDIRECTS_MAX = 20

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export function createVisitor(issuer: string, { email, password }: Person) {
  let logins = 0
  /** by origin */
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: URL): Map<string, string> => {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    return jar
  }

  /** Not by `fetch`, which calls itself no navigation: some libraries refuse to redirect it. */
  async function send(url: URL, { method = 'GET', headers = {}, body = '' }: Sent = {}) {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = request(url, { method, headers: { accept: 'text/html', ...headers, cookie } })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return { location: answer.headers.location, text: await text(answer) }
  }

  async function call<T>(path: string, body: unknown): Promise<T> {
    const url = new URL(path, issuer)
    const utoken = jarOf(url).get('utoken') ?? ''
    const answer = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', utoken },
      body: JSON.stringify(body),
    })
    const { code, data, msg } = JSON.parse(answer.text) as { code: number; data: T; msg: string }
    if (code !== 0) throw new Error(`${path} answers ${code} ${msg}`)
    return data
  }

  /** What a page of the portal does at this address. Returns where the browser goes next; undefined if it shows no such page. */
  async function actOnPage(url: URL): Promise<URL | undefined> {
    if (url.origin !== issuer) return undefined
    if (/^\/(?:en|zh)\/login$/.test(url.pathname)) {
      await call(login.path, { email, password, remember: true })
      logins++
      return new URL(url.searchParams.get('r') ?? '')
    }
    if (/^\/(?:en|zh)\/authorize\/logout$/.test(url.pathname)) {
      const ended = await call<{ location: string }>(answerLogout.path, {
        flow: url.searchParams.get('flow'),
      })
      return new URL(ended.location)
    }
    const flow = /^\/(?:en|zh)\/authorize\/([\w-]{43})$/.exec(url.pathname)?.[1]
    if (flow === undefined) return undefined
    const { machines } = await call<OutputOf<typeof describeAuthorization>>(describeAuthorization.path, {
      flow,
    })
    const { location } = await call<{ location: string }>(answerAuthorization.path, {
      ...{ flow, answer: 'allow' },
      ...(machines && { machines: machines.map(({ id }) => ({ id, name: false })) }),
    })
    return new URL(location)
  }

  async function follow(address: string, first: Sent = {}): Promise<string> {
    let url = new URL(address)
    let sent = first
    for (let count = 0; count < REDIRECTS_MAX; count++) {
      const target = await actOnPage(url)
      if (target) {
        url = target
        continue
      }
      const answer = await send(url, { ...sent, headers: { 'sec-fetch-mode': 'navigate', ...sent.headers } })
      if (answer.location === undefined) return answer.text
      sent = {}
      url = new URL(answer.location, url)
    }
    throw new Error(`too many redirects, at last to ${url.origin}${url.pathname}`)
  }

  return {
    /** Returns the text of the page on which the redirects end. */
    open: (address: string) => follow(address),
    /** Sends a form of the page at the address's origin. */
    submit: (address: string, fields: Readonly<Record<string, string>> = {}) =>
      follow(address, {
        method: 'POST',
        headers: {
          origin: new URL(address).origin,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(fields).toString(),
      }),
    /** Allows the device that shows the code. */
    async activate(code: string): Promise<void> {
      await call(login.path, { email, password, remember: true })
      await call(activateDevice.path, { code, answer: 'allow' })
    },
    /** how often the person had to log in */
    logins: () => logins,
  }
}
