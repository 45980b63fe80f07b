/** What both ways of logging in have in common: the sample app's own cookies. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language, Person } from './sample-page.ts'

/** How a sample app knows who the person is. */
export interface SampleLogin {
  /** Asks the passport on every request, so that a logout elsewhere takes effect here at once. */
  currentPerson(request: IncomingMessage): Promise<CurrentPerson | undefined>
  /** Redirects to the portal. `silently`: without a question to the person. */
  logIn(
    request: IncomingMessage,
    response: ServerResponse,
    language: Language,
    options: { readonly silently: boolean },
  ): Promise<void>
  /** The app asks the portal again who the person is. */
  isExpired(request: IncomingMessage): boolean
  /** Handles the return from the portal. */
  handleReturn(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>
  /** Ends the session at the passport, and so in every app. */
  logOut(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export interface CurrentPerson {
  readonly method: 'ticket' | 'cookie' | 'openid'
  readonly person: Person
}

const STATE_COOKIE = 'sampleState'
const SESSION_COOKIE = 'sampleSession'
const STATE_SECONDS = 600
const SESSION_SECONDS = 7 * 24 * 3600
/** Above this number the oldest entry is removed. */
const ENTRIES_MAX = 1_000

export const createSecret = (): string => randomBytes(32).toString('base64url')

/** Ignores a cookie that is sent twice: a page on a sibling domain may have set one of them. */
export function readCookie(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim())
  const found = pairs.filter(pair => pair.startsWith(`${name}=`))
  return (found.length === 1 && found[0]?.slice(name.length + 1)) || undefined
}

export const setCookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}`

/** Values in memory by a random id that only one browser has. */
function createBrowserStore<T>(cookieName: string, seconds: number) {
  const entries = new Map<string, T>()
  return {
    /** Returns the cookie. */
    add(id: string, value: T): string {
      entries.set(id, value)
      if (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value ?? '')
      return setCookie(cookieName, id, seconds)
    },
    find: (request: IncomingMessage): T | undefined => entries.get(readCookie(request, cookieName) ?? ''),
    /** Removes the value and returns the cookie that removes the id. */
    remove(request: IncomingMessage): string {
      entries.delete(readCookie(request, cookieName) ?? '')
      return setCookie(cookieName, '', 0)
    },
  }
}

/** Logins that a browser has begun: a return that it did not begin is refused. */
export const createPendingLogins = <T>() => createBrowserStore<T>(STATE_COOKIE, STATE_SECONDS)

/** Sessions of this app. */
export const createSessions = <T>() => createBrowserStore<T>(SESSION_COOKIE, SESSION_SECONDS)

export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export function redirect(response: ServerResponse, to: string, cookies: readonly string[]): void {
  response.writeHead(303, { ...SECURITY_HEADERS, location: to, 'set-cookie': [...cookies] }).end()
}
