/** The context of a call: session, caller, cookies. Handlers receive it beside their input. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../platform/audit/caller.ts'
import type { CallGuard } from './call-guard.ts'
import type { CookieOptions, CookieSettings } from './request/cookies.ts'
import { type RequestReader, readCookieOptions } from './request/request-reader.ts'

export interface CallTools<S> {
  readonly reader: RequestReader
  readonly guard: Pick<CallGuard<S, unknown>, 'findSession'>
  readonly cookies: () => CookieSettings
}

export interface CallContextData<Session, App> {
  readonly session: Session
  readonly app: App
  readonly file: Buffer
  readonly idempotencyKey: string | undefined
}

/** `S`: a session as the guard finds it. Members are computed on access, because most calls need few of them. */
export class CallContext<Session, App, S> {
  /** the live session; undefined if access is `anyone` or `app` */
  readonly session: Session
  /** the calling app, if access is `app` */
  readonly app: App
  /** the uploaded file; empty if the call takes none */
  readonly file: Buffer
  /** the Idempotency-Key of a repeatable call */
  readonly idempotencyKey: string | undefined
  /** the file that the call returns */
  produced: Buffer | Readable | undefined
  readonly #tools: CallTools<S>
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #caller: Caller | undefined

  constructor(
    tools: CallTools<S>,
    request: FastifyRequest,
    reply: FastifyReply,
    data: CallContextData<Session, App>,
  ) {
    this.session = data.session
    this.app = data.app
    this.file = data.file
    this.idempotencyKey = data.idempotencyKey
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

  get method(): string {
    return this.#request.method
  }

  get headers(): FastifyRequest['headers'] {
    return this.#request.headers
  }

  get log(): FastifyRequest['log'] {
    return this.#request.log
  }

  /** a page of another origin calls */
  get isForeign(): boolean {
    return this.#tools.reader.isForeignCall(this.#request)
  }

  get cookieSettings(): CookieSettings {
    return this.#tools.cookies()
  }

  get cookieOptions(): CookieOptions {
    return readCookieOptions(this.#request)
  }

  /** The live session of the token in the header, if access is `anyone` and a token was sent. */
  findSession(): Promise<S | undefined> {
    return this.#tools.guard.findSession(this.#request)
  }

  /** Lines of `Set-Cookie`, in addition to those that are set already. */
  setCookies(lines: string | readonly string[]): void {
    this.#reply.header('set-cookie', lines)
  }

  /** What the page stored belongs to an account that is left: the browser drops it. */
  clearSiteStorage(): void {
    this.#reply.header('clear-site-data', '"storage"')
  }

  /** Returns a file as a download of this name. */
  sendFile(name: string, bytes: Buffer): Record<string, never> {
    this.produced = bytes
    this.#reply.header('content-disposition', `attachment; filename="${name}"`)
    return {}
  }

  /**
   * Returns a file as a download of this name while it is written. An error in `chunks` breaks the connection off, since the
   * status is sent. Reading stops when the client is gone.
   */
  sendStream(name: string, chunks: AsyncIterable<Uint8Array>): Record<string, never> {
    this.produced = Readable.from(chunks, { objectMode: false })
    this.#reply.header('content-disposition', `attachment; filename="${name}"`)
    return {}
  }
}
