/** Simulates a browser during sign-in with a provider: cookies, redirects and one form. */
import { readSocialResult } from '@kerf/contract/endpoints/social'
import type { InferOutput } from 'valibot'
import { expect } from 'vitest'
import { type Answer, newIpAddress } from '../support/api-call.ts'
import type { TestServer } from '../support/test-server.ts'

export interface Visit {
  readonly method?: 'GET' | 'POST' | 'HEAD'
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Browser {
  /** by name; all hosts of a test share them, because they are one server */
  readonly cookies: Map<string, string>
  readonly ip: string
  visit(address: string, visit?: Visit): Promise<Response>
  /** Follows redirects until a URL matches `stop`, and returns that URL. */
  follow(address: string, stop: RegExp): Promise<string>
}

/** What an engine sends when a page of the portal navigates. */
export const FROM_PORTAL = { 'sec-fetch-site': 'same-origin' }

export function createBrowser(
  server: Pick<TestServer, 'urls'>,
  process = 0,
  sent: Readonly<Record<string, string>> = {},
): Browser {
  const cookies = new Map<string, string>()
  const ip = newIpAddress()
  const visit: Browser['visit'] = async (address, { method, form, headers } = {}) => {
    const url = new URL(address, server.urls[process])
    const response = await fetch(url, {
      method: method ?? (form ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        'x-forwarded-for': ip,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...sent,
        ...headers,
      },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (pair.slice(at + 1) === '' || /max-age=0/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  const locationOf = async (address: string, response: Response): Promise<string> => {
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`${address} ends on ${response.status}: ${(await response.text()).slice(0, 500)}`)
    return new URL(location, new URL(address, server.urls[process])).href
  }
  const follow: Browser['follow'] = async (address, stop) => {
    let at = address
    for (let hop = 0; hop < 8; hop++) {
      at = await locationOf(at, await visit(at))
      if (stop.test(at)) return at
    }
    throw new Error(`too many redirects, at last to ${at}`)
  }
  return { cookies, ip, visit, follow }
}

export interface DemoIdentity {
  readonly name: string
  readonly choice?: 'verified' | 'unverified' | 'none'
  readonly email?: string
  readonly action?: 'continue' | 'refuse'
}

/** The page where a sign-in with a provider ends. Its fragment is the name of the result. */
export const LANDING = /\/(?:en|zh)\/authcb(?:\?[^#]*)?#/
const CALLBACK = /\/oauth\/[\w-]+\/callback\?/

/** Starts at the portal, submits the form of the demo provider and returns the callback URL that follows. */
export async function reachCallback(
  browser: Browser,
  someone: DemoIdentity,
  query: Readonly<Record<string, string>> = {},
): Promise<string> {
  // The first request makes the provider, which on a busy machine takes longer than a sign-in waits for a provider.
  await browser.visit('/dev/idp/.well-known/openid-configuration')
  const form = await browser.follow(
    `/oauth/demo/auth?${new URLSearchParams({ op: 'login', ...query })}`,
    /\/interaction\/|\/authcb/,
  )
  if (LANDING.test(form)) return form
  const page = await browser.visit(form)
  if (page.status !== 200) throw new Error(`the provider's page answers ${page.status}`)
  const { name, choice = 'verified', email = '', action = 'continue' } = someone
  const sent = await browser.visit(form, { form: { name, choice, email, action } })
  return browser.follow(sent.headers.get('location') ?? '', CALLBACK)
}

/** Returns the name of the result in the URL of the landing page. */
export const resultName = (landing: string): string => new URL(landing).hash.slice(1)

export type Result = InferOutput<typeof readSocialResult.output>

export const readResult = (server: TestServer, landing: string, process = 0): Promise<Answer<Result>> =>
  server.call(readSocialResult, { result: resultName(landing) }, { process })

/** Signs in at the demo provider and returns the result. */
export async function signInAtDemo(
  server: TestServer,
  someone: DemoIdentity,
  query: Readonly<Record<string, string>> = {},
  browser = createBrowser(server),
): Promise<Result> {
  const callback = await reachCallback(browser, someone, query)
  const landing = LANDING.test(callback) ? callback : await browser.follow(callback, LANDING)
  const { code, data, text } = await readResult(server, landing)
  if (code !== 0) throw new Error(`no result: ${text}`)
  return data
}

/** Signs in at a provider without a form and returns the result. */
export async function signInAtProvider(
  server: TestServer,
  channel: string,
  query: Readonly<Record<string, string>> = {},
  browser = createBrowser(server),
): Promise<Result> {
  const landing = await browser.follow(
    `/oauth/${channel}/auth?${new URLSearchParams({ op: 'login', ...query })}`,
    LANDING,
  )
  const { code, data, text } = await readResult(server, landing)
  if (code !== 0) throw new Error(`no result: ${text}`)
  return data
}

/** A name that no other identity of the demo provider has. */
export const newDemoName = (): string => `Somebody ${crypto.randomUUID()}`

/** The flow of a sign-in that waits until the person connects an account. */
export function connectionFlowOf(result: Result): string {
  expect(result).toMatchObject({ code: 20115, utoken: '', created: false })
  return result.flow ?? ''
}

export const listLinks = (server: TestServer, uid: string) =>
  server.sql<{ channel: string; value: string }>(
    `select l.channel, i.value from social_link l join sign_in_identifier i on i.uid = l.uid and i.kind = 'oauth:' || l.channel
      where l.uid = $1`,
    uid,
  )
