/** Public types of the package. This file imports nothing: it becomes the package's declarations as it is. */

export interface KerfClientOptions {
  /** Origin of the portal, such as `https://passport.kerf.example`. */
  readonly portal: string
  /** Origin to which this server sends its calls, if that is another one than browsers use. Default: `portal`. */
  readonly api?: string
  readonly clientId: string
  /** Belongs on a server and must never reach a browser. */
  readonly clientSecret: string
  /** Timeout of a call, its repeats included, in milliseconds. Default: 5 000. */
  readonly timeoutMs?: number
  /** How often a call that is safe to repeat is repeated after a failure. Default: 2. */
  readonly retries?: number
  /** Allows http beyond this machine, for a network in which nobody else can read the client secret. Default: false. */
  readonly allowHttp?: boolean
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

export interface KerfCallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /** Timeout of this call, its repeats included, in milliseconds. */
  readonly timeoutMs?: number
}

/**
 * Name of an error. The first lines are answers of the passport, the next those of this package: no answer in time, no
 * connection, and an answer that is not the passport's. `unknown` is an error of a newer passport.
 */
export type KerfErrorName =
  | 'bad_request'
  | 'expired_login'
  | 'invalid_client'
  | 'authority'
  | 'account_ban'
  | 'ip_ban'
  | 'proof_required'
  | 'second_factor_required'
  | 'no_account'
  | 'expired'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media'
  | 'too_many_requests'
  | 'system'
  | 'network_timeout'
  | 'timeout'
  | 'unreachable'
  | 'invalid_answer'
  | 'invalid_signature'
  | 'stale_timestamp'
  | 'invalid_body'
  | 'unknown'
  | (string & {})

/** A person as every call describes them. Texts that the person has not given are `''`. */
export interface KerfBasicAccount {
  /** Identifies the account and never changes. Use it as the key of your data. */
  readonly uid: string
  readonly nickname: string
  /** URL of the avatar. */
  readonly headpic: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** ISO 3166-2. */
  readonly region: string
  /** Set for an enterprise account. */
  readonly enterpriseUser: { readonly uid: string } | null
}

/** The account of a redeemed ticket. */
export interface KerfTicketAccount extends KerfBasicAccount {
  /** People can change it: not a key of your data. */
  readonly email: string
  readonly userName: string
  /** Handle of this login, for `sessions.alive` and `sessions.end`. Keep it on your server. */
  readonly session: string
}

/** The account of a login token, with the fields that apps use. The passport may send more. */
export interface KerfAccount extends KerfBasicAccount {
  readonly email: string
  readonly userName: string
}

export interface KerfBenefitEvent {
  /** Also the cursor to continue from. Identifies duplicate deliveries. */
  readonly id: string
  /** `benefit.withdrawn`: it was taken back at `effectTime`, which `expireTime` repeats. */
  readonly type: 'benefit.redeemed' | 'benefit.withdrawn'
  readonly uid: string
  readonly benefit: { readonly id: string; readonly name: { readonly en: string; readonly zh: string } }
  /** Unix seconds. */
  readonly effectTime: number
  /** Unix seconds; 0 if the benefit does not expire. */
  readonly expireTime: number
}

export interface KerfPage<T> {
  readonly items: readonly T[]
  /** Cursor of the next page; null if there is none yet. */
  readonly next: string | null
}

export interface KerfBenefitQuery {
  /** `id` of the last event that you have handled, or `next` of the page before. Opaque. */
  readonly cursor?: string
  /** Events of a page, 1 to 100. */
  readonly limit?: number
}

/** At least one language. */
export type KerfText =
  | { readonly en: string; readonly zh?: string }
  | { readonly en?: string; readonly zh: string }

export interface KerfMessage {
  /** One account, the users of an app, or, for the portal's own app only, everyone. */
  readonly audience: `uid:${string}` | `app:${string}` | 'all'
  readonly category: 'device' | 'system' | 'app' | 'activity'
  readonly title: KerfText
  /** Markdown. */
  readonly body?: KerfText
  /** https URL. */
  readonly link?: string
  /** https URL on an origin that the portal allows. */
  readonly picture?: string
  /** Start of visibility, unix seconds. Default: now. */
  readonly from?: number
  /** End of visibility, unix seconds. Default: none. */
  readonly until?: number
}

export interface KerfSentMessage {
  readonly id: string
  readonly from: number
  readonly until: number | null
}

export interface KerfSendOptions extends KerfCallOptions {
  /**
   * Calls with the same key within 24 hours send one message. Name one to repeat the call yourself, for example after a restart.
   * Default: a random key, so that the repeats of one call send one message.
   */
  readonly idempotencyKey?: string
}

export interface KerfLoginOptions {
  /** Where the person returns, with your `state` in its query. On an origin of your app. */
  readonly returnUrl: string
  /** Code of your app (parameter `p`). */
  readonly app?: string
  /** Default: `login`. */
  readonly page?: 'login' | 'login-business' | 'register'
  /** Default: `en`. */
  readonly language?: 'en' | 'zh'
  /** More parameters of the address, such as `sl` or `img`. */
  readonly parameters?: Readonly<Record<string, string>>
}

export interface KerfHandoverTicket {
  readonly ticket: string
  /** Seconds. */
  readonly expiresIn: number
}

export interface KerfClient {
  /** Address of the portal's login page, to which you redirect the browser. Sends nothing. */
  loginUrl(options: KerfLoginOptions): string
  readonly tickets: {
    /**
     * Redeems the one-time ticket that came back with `returnUrl`, the address that you sent, `state` included. Never repeated
     * after a lost answer. Rejects with `expired` if the ticket was used, is older than 60 seconds or belongs to another address.
     */
    redeem(
      input: { readonly ticket: string; readonly returnUrl?: string },
      options?: KerfCallOptions,
    ): Promise<KerfTicketAccount>
  }
  readonly sessions: {
    /** The logins that are still active, of any number of handles. A rejection says nothing about them: keep your sessions. */
    alive(sessions: Iterable<string>, options?: KerfCallOptions): Promise<ReadonlySet<string>>
    /** Whether one login is still active. */
    isAlive(session: string, options?: KerfCallOptions): Promise<boolean>
    /** Ends logins everywhere. Resolves to the number that were still active. */
    end(sessions: Iterable<string>, options?: KerfCallOptions): Promise<number>
  }
  readonly benefits: {
    /** One page of the benefits that your app honors, oldest first. */
    list(query?: KerfBenefitQuery, options?: KerfCallOptions): Promise<KerfPage<KerfBenefitEvent>>
    /** Every event after the cursor, page by page, up to the newest. Store the id of the last one and continue there later. */
    events(
      query?: KerfBenefitQuery,
      options?: KerfCallOptions,
    ): AsyncGenerator<KerfBenefitEvent, void, undefined>
  }
  readonly messages: {
    send(message: KerfMessage, options?: KerfSendOptions): Promise<KerfSentMessage>
    /** Resolves to false if your app has no such message any more. */
    revoke(id: string, options?: KerfCallOptions): Promise<boolean>
  }
  /** For apps below the portal's cookie domain: calls with the person's login token, the cookie `utoken`. */
  readonly accounts: {
    /** Resolves to undefined if the login has ended. */
    find(utoken: string, options?: KerfCallOptions): Promise<KerfAccount | undefined>
    /** Logs out everywhere. Resolves too if the login had already ended. */
    logout(utoken: string, options?: KerfCallOptions): Promise<void>
    /** One-time ticket that opens the portal in another browser or window with the same account. */
    createTicket(utoken: string, target: string, options?: KerfCallOptions): Promise<KerfHandoverTicket>
  }
}

export interface KerfWebhookOptions {
  /** The secret of the webhook, `whsec_…`. While it is replaced: the old and the new one. */
  readonly secret: string | readonly string[]
  /** Largest difference between the time of the request and this clock, in seconds. Default: 300. */
  readonly toleranceSeconds?: number
  /** Largest body, in bytes. Default: 1 MiB. */
  readonly bodyMaxBytes?: number
}

/** A request as the web platform has it, or the headers and the raw body of another server, such as `IncomingMessage` of Node. */
export type KerfWebhookRequest =
  | Request
  | {
      readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
      readonly body: string | Uint8Array | AsyncIterable<Uint8Array>
    }

interface EventOf<T extends string, D> {
  readonly type: T
  /** When the change happened: ISO 8601, in UTC. */
  readonly timestamp: string
  readonly data: Readonly<D>
}

/**
 * An event of a webhook of the form `events`. A newer passport may send other types and fields: ignore those that you do not
 * know (`default` of a `switch`).
 */
export type KerfEvent =
  /** A login ended; `session` is the handle of its redeemed ticket. */
  | EventOf<'session.ended', { uid: string; session: string }>
  /** The account is new to your app, which has just redeemed its first ticket of it. It may be older than that. */
  | EventOf<'account.created', { uid: string }>
  /** `changed` names the fields. Values are never sent. */
  | EventOf<'account.updated', { uid: string; changed: readonly string[] }>
  | EventOf<'account.deleted', { uid: string }>
  /** `benefit`: its id. Times and names are in the feed. */
  | EventOf<'benefit.redeemed' | 'benefit.withdrawn', { uid: string; benefit: string }>
  /** The person finished all lessons of a course, or got its certificate. `course`: its id. */
  | EventOf<'training.finished' | 'certificate.issued', { uid: string; course: string }>
  /**
   * A right of the person on a machine changed: claimed, transferred (to the person), shared, unshared (it ended), released (by the owner),
   * requested (somebody asks for the owner's machine), lost (reported so). `machine` is its id at the portal, `until` unix seconds.
   */
  | EventOf<
      | 'machine.claimed'
      | 'machine.transferred'
      | 'machine.shared'
      | 'machine.unshared'
      | 'machine.released'
      | 'machine.requested'
      | 'machine.lost',
      {
        uid: string
        machine: string
        role: 'owner' | 'manager' | 'operator' | null
        until: number | null
      }
    >
  /** An operator sent a test. */
  | EventOf<'webhook.test', object>

/**
 * A verified request. A repeated request of the form `events` has the same `id`; a repeated page of items may have grown and
 * then has another one, so recognize duplicates by the `id` of each item.
 */
export type KerfWebhook =
  | {
      readonly form: 'items'
      readonly id: string
      readonly sentAt: Date
      readonly items: readonly KerfBenefitEvent[]
    }
  | { readonly form: 'events'; readonly id: string; readonly sentAt: Date; readonly event: KerfEvent }

/** An API that accepts access tokens of the portal. */
export interface KerfProtectedResourceOptions {
  /** address of the portal */
  readonly portal: string
  /** address of the API, as it is registered at the portal */
  readonly resource: string
  /** of the API, such as `jobs:read` */
  readonly scopes?: readonly string[]
  /** shown to people by tools */
  readonly name?: string
  /** page for developers */
  readonly documentation?: string
  /** for tests: addresses without https */
  readonly allowHttp?: boolean
}

export interface KerfProtectedResource {
  /** at which the API answers `metadata` as JSON */
  readonly path: string
  /** RFC 9728, section 2 */
  readonly metadata: {
    readonly resource: string
    readonly authorization_servers: readonly string[]
    readonly bearer_methods_supported: readonly string[]
    readonly scopes_supported?: readonly string[]
    readonly resource_name?: string
    readonly resource_documentation?: string
  }
  /** Value of the header `www-authenticate` of an answer 401 or 403. Throws a TypeError for a text that a header cannot contain. */
  challenge(reason?: {
    readonly error?: 'invalid_token' | 'insufficient_scope'
    readonly scope?: string
  }): string
}
