/** What a handler knows and may do besides its input. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isToken } from '../keys/secrets.ts'
import type { Caller } from './caller.ts'
import {
  type CookieSettings,
  clearedTokenCookies,
  cookieValues,
  signInCookies,
  tokenCookie,
  watchSessionCookie,
  watchSessionCookieName,
} from './cookies.ts'
import { type RequestReader, readCookieOptions } from './request-reader.ts'
import type { IssuedSession, RegisteredApp, SessionCheck, SessionClaims } from './session-claims.ts'

export interface CallTools {
  readonly reader: RequestReader
  readonly sessions: SessionCheck
  readonly cookies: () => CookieSettings
}

export interface CallFacts<S> {
  readonly session: S
  readonly app: RegisteredApp
  readonly file: Buffer
  readonly idempotencyKey: string | undefined
  /** the call only reads: its token may have come by the cookie */
  readonly reads: boolean
}

/** Of one call. Members are worked out when asked for, since most calls need few of them; each may be taken out alone. */
export class CallContext<S> {
  /** the live session; undefined where access is `anyone` */
  readonly session: S
  /** the app that calls, where access is `app` */
  readonly app: RegisteredApp
  /** the body of a call that takes a file; empty for others */
  readonly file: Buffer
  /** the caller's name for this very call, where it may be repeated */
  readonly idempotencyKey: string | undefined
  /** what a call that produces a file answers with */
  produced: Buffer | undefined
  readonly #reads: boolean
  readonly #tools: CallTools
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #caller: Caller | undefined

  constructor(tools: CallTools, request: FastifyRequest, reply: FastifyReply, facts: CallFacts<S>) {
    this.session = facts.session
    this.app = facts.app
    this.file = facts.file
    this.idempotencyKey = facts.idempotencyKey
    this.#reads = facts.reads
    this.#tools = tools
    this.#request = request
    this.#reply = reply
  }

  get caller(): Caller {
    this.#caller ??= this.#tools.reader.callerOf(this.#request)
    return this.#caller
  }

  get params(): Readonly<Record<string, string>> {
    return this.#request.params as Record<string, string>
  }

  /** hands the token's cookie to the browser and gives the data to answer with */
  get signIn() {
    return (signedIn: IssuedSession): { utoken: string; uid: string } => {
      const cookies = signInCookies(this.#tools.cookies(), readCookieOptions(this.#request), signedIn)
      this.#reply.header('set-cookie', cookies)
      return { utoken: signedIn.utoken, uid: signedIn.uid }
    }
  }

  /** hands the browser the cookie of the token that the call bears: anew (sliding), or for the first time */
  get renewCookie() {
    return ({ remember }: SessionClaims): void => {
      const token = this.#tools.reader.tokenOf(this.#request, this.#reads, this.#reply)
      if (token === undefined) return
      const cookie = tokenCookie(this.#tools.cookies(), readCookieOptions(this.#request), token, remember)
      this.#reply.header('set-cookie', cookie)
    }
  }

  get signOut() {
    return (): void => {
      this.#reply
        .header('set-cookie', clearedTokenCookies(this.#tools.cookies(), readCookieOptions(this.#request)))
        .header('clear-site-data', '"storage"')
    }
  }

  /** the cookie of a visitor's watch, if there is exactly one */
  get watchSession(): string | undefined {
    const [watch, ...others] = cookieValues(
      this.#request.headers.cookie,
      watchSessionCookieName(this.#tools.cookies()),
    )
    return others.length === 0 && isToken(watch) ? watch : undefined
  }

  get setWatchSession() {
    return (value: string, seconds: number): void => {
      this.#reply.header('set-cookie', watchSessionCookie(this.#tools.cookies(), value, seconds))
    }
  }

  /** names the file a call that produces one answers with */
  get sendFile() {
    return (name: string, bytes: Buffer): Record<string, never> => {
      this.produced = bytes
      this.#reply.header('content-disposition', `attachment; filename="${name}"`)
      return {}
    }
  }

  /** where access is `anyone`: the live session of a token in the header, if one was sent */
  get getOptionalSession() {
    return async (): Promise<SessionClaims | undefined> => {
      const token = this.#tools.reader.tokenOf(this.#request, false, this.#reply)
      return token === undefined ? undefined : this.#tools.sessions.check(token)
    }
  }
}
