/** The context of a call: session, caller, cookies. Handlers receive it beside their input. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../platform/audit/caller.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import { isToken, randomToken, sha256 } from '../platform/keys/secrets.ts'
import {
  browserCookie,
  type CookieSettings,
  clearedCompanionCookies,
  companionCookie,
  companionCookieName,
  cookieValues,
  signInCookies,
  signOutCookies,
  tokenCookie,
  warnIfCorrected,
  watchSessionCookie,
  watchSessionCookieName,
} from './cookies.ts'
import { type HeldSession, keptSessionCookies } from './kept-session-cookies.ts'
import { type RequestReader, readCookieOptions } from './request-reader.ts'
import type { RegisteredApp, SessionCheck, SessionClaims, SignInOutcome } from './session-claims.ts'

export interface CallTools {
  readonly reader: RequestReader
  readonly sessions: SessionCheck
  readonly cookies: () => CookieSettings
}

export interface CallContextData<S> {
  readonly session: S
  readonly app: RegisteredApp
  readonly file: Buffer
  readonly idempotencyKey: string | undefined
  /** a read accepts the token from the cookie */
  readonly reads: boolean
}

/** Members are computed on access, because most calls need few of them. Getters return functions so that handlers can destructure them. */
export class CallContext<S> {
  /** the live session; undefined if access is `anyone` or `app` */
  readonly session: S
  /** the calling app, if access is `app` */
  readonly app: RegisteredApp
  /** the uploaded file; empty if the call takes none */
  readonly file: Buffer
  /** the Idempotency-Key of a repeatable call */
  readonly idempotencyKey: string | undefined
  /** the file that the call returns */
  produced: Buffer | Readable | undefined
  readonly #reads: boolean
  readonly #tools: CallTools
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #caller: Caller | undefined

  constructor(tools: CallTools, request: FastifyRequest, reply: FastifyReply, data: CallContextData<S>) {
    this.session = data.session
    this.app = data.app
    this.file = data.file
    this.idempotencyKey = data.idempotencyKey
    this.#reads = data.reads
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

  /** Sets the cookies of a new session. Returns the response data. Throws `second_factor_required` if the sign-in waits. */
  get signIn() {
    return (signedIn: SignInOutcome): { utoken: string; uid: string } => {
      if ('flow' in signedIn) {
        this.identifyBrowser()
        const { flow, methods } = signedIn
        throw new ApiError('second_factor_required', { data: { flow, methods } })
      }
      const [settings, options] = [this.#tools.cookies(), readCookieOptions(this.#request)]
      warnIfCorrected(settings, options, this.#request.log)
      this.#reply.header('set-cookie', signInCookies(settings, options, signedIn))
      return { utoken: signedIn.utoken, uid: signedIn.uid }
    }
  }

  /** Sets the cookie of the token that the call was made with: extends it, or creates it. Extends that of the companion. */
  get renewCookies() {
    return ({ remember }: SessionClaims): void => {
      const token = this.#tools.reader.tokenOf(this.#request, this.#reads, this.#reply)
      if (token === undefined) return
      const settings = this.#tools.cookies()
      const options = readCookieOptions(this.#request)
      warnIfCorrected(settings, options, this.#request.log)
      const [companion, ...others] = cookieValues(this.#request.headers.cookie, companionCookieName(settings))
      this.#reply.header('set-cookie', [
        tokenCookie(settings, options, token, remember),
        ...(isToken(companion) && others.length === 0
          ? [companionCookie(settings, options, companion, remember)]
          : []),
      ])
    }
  }

  /** Sets the cookie of the session's new companion. */
  get setCompanion() {
    return (companion: string, { remember }: SessionClaims): void => {
      const options = readCookieOptions(this.#request)
      this.#reply.header('set-cookie', companionCookie(this.#tools.cookies(), options, companion, remember))
    }
  }

  /** Gives the browser a cookie that tells it from others, unless it has one. Returns the hash of its value. */
  get identifyBrowser() {
    return (): Buffer => {
      if (this.caller.browserHash) return this.caller.browserHash
      const value = randomToken()
      const options = readCookieOptions(this.#request)
      this.#reply.header('set-cookie', browserCookie(this.#tools.cookies(), value, options))
      return sha256(value)
    }
  }

  /** The sessions of this browser's accounts. Empty for a page of another origin. */
  get heldSessions() {
    return this.#tools.reader.heldSessions(this.#request)
  }

  /** Replaces the sessions that are set aside in this browser. */
  get keepSessions() {
    return (kept: readonly (HeldSession & { readonly remember: boolean })[]): void => {
      const options = readCookieOptions(this.#request)
      this.#reply.header('set-cookie', keptSessionCookies(this.#tools.cookies(), options, kept))
    }
  }

  /**
   * Makes another session of this browser the chosen one; undefined: nobody is chosen. What the page stored belongs to the
   * account before, and the browser drops it.
   */
  get chooseSession() {
    return (held: (HeldSession & { readonly uid: string; readonly remember: boolean }) | undefined): void => {
      const [settings, options] = [this.#tools.cookies(), readCookieOptions(this.#request)]
      this.#reply
        .header(
          'set-cookie',
          held === undefined
            ? signOutCookies(settings, options)
            : [
                ...(held.companion === undefined ? clearedCompanionCookies(settings, options) : []),
                ...signInCookies(settings, options, { ...held, newBrowser: undefined }),
              ],
        )
        .header('clear-site-data', '"storage"')
    }
  }

  get signOut() {
    return (): void => {
      this.#reply
        .header('set-cookie', signOutCookies(this.#tools.cookies(), readCookieOptions(this.#request)))
        .header('clear-site-data', '"storage"')
    }
  }

  /** token of the visitor's watch session, if there is exactly one such cookie */
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

  /** Returns a file as a download of this name. */
  get sendFile() {
    return (name: string, bytes: Buffer): Record<string, never> => {
      this.produced = bytes
      this.#reply.header('content-disposition', `attachment; filename="${name}"`)
      return {}
    }
  }

  /**
   * Returns a file as a download of this name while it is written. An error in `chunks` breaks the connection off, since the
   * status is sent. Reading stops when the client is gone.
   */
  get sendStream() {
    return (name: string, chunks: AsyncIterable<Uint8Array>): Record<string, never> => {
      this.produced = Readable.from(chunks, { objectMode: false })
      this.#reply.header('content-disposition', `attachment; filename="${name}"`)
      return {}
    }
  }

  /** The live session of the token in the header, if access is `anyone` and a token was sent. */
  get getOptionalSession() {
    return async (): Promise<SessionClaims | undefined> => {
      const token = this.#tools.reader.tokenOf(this.#request, false, this.#reply)
      const session = token === undefined ? undefined : await this.#tools.sessions.check(token)
      this.#request.sessionUid = session?.uid ?? null
      return session
    }
  }
}
