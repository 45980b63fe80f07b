/** Types of the used part of oidc-provider 9.13.3, which ships none. Its main file is not imported: it prints a runtime warning. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** values of a stored model, as its adapter receives them */
  export type Payload = Record<string, unknown>

  export interface Interaction {
    readonly uid: string
    readonly jti: string
    /** unix seconds */
    readonly exp: number
    readonly iat: number
    readonly params: Readonly<Record<string, unknown>>
    readonly prompt: {
      readonly name: string
      readonly reasons: readonly string[]
      /** `acr`: the claim as it was requested, if it is essential and the session has another value */
      readonly details?: { readonly acr?: { readonly value?: string; readonly values?: readonly string[] } }
    }
    session?: { readonly accountId: string; readonly uid?: string } | undefined
    readonly lastSubmission?: Readonly<Record<string, unknown>>
    readonly returnTo: string
    result?: Readonly<Record<string, unknown>> | undefined
    save(ttlSeconds: number): Promise<unknown>
  }

  export interface Client {
    readonly clientId: string
    readonly clientAuthMethod: string
    readonly redirectUris: readonly string[]
    /** metadata that the product adds */
    readonly kerf_party: string
    readonly kerf_sector: string
    readonly kerf_pkce: string
    readonly kerf_id_token_claims: boolean
    subjectType: 'public' | 'pairwise'
    postLogoutRedirectUriAllowed(uri: string): boolean
    compareClientSecret(secret: string): boolean | Promise<boolean>
    /** whether ID tokens name the session */
    includeSid(): boolean
  }

  export interface Context {
    type: string
    body: unknown
    status: number
    readonly path: string
    readonly req: IncomingMessage
    readonly oidc: OIDCContext
    readonly response: { get(name: string): string }
    set(name: string, value: string): void
    remove(name: string): void
    redirect(to: string): void
  }

  export interface OIDCContext {
    readonly ctx: Context
    readonly route: string
    /** of a form */
    readonly body?: Payload
    readonly account?: { readonly accountId: string }
    readonly client?: Client
    readonly session?: Session
    readonly params?: Readonly<Record<string, unknown>>
    readonly result?: Readonly<Record<string, unknown>>
    readonly requestParamOIDCScopes: ReadonlySet<string>
    readonly entities: {
      readonly ClientCredentials?: Model
      readonly AccessToken?: { readonly scope?: string; readonly aud?: string; readonly accountId?: string }
    }
    readonly resourceServers: Readonly<Record<string, { readonly scopes: ReadonlySet<string> }>>
    entity(name: string, value: unknown): void
  }

  /** what all stored models share */
  export interface Model {
    jti: string
    readonly accountId?: string
    readonly grantId?: string
    readonly clientId?: string
  }

  export interface Session {
    jti: string
    uid: string
    accountId?: string
    authorizations?: Record<string, { sid?: string; grantId?: string }>
    destroyed?: boolean
    loginTs?: number
    acr?: string
    amr?: readonly string[]
    /** seconds, with a fraction: the product adds it */
    authenticationAge?: number
    sidFor(clientId: string): string | undefined
  }

  export interface IdToken {
    scope: string
    readonly client: Client
    /** of the request that issues it; undefined for a logout token */
    readonly ctx?: Context
  }

  export interface Grant extends Model {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export interface DeviceCode extends Model {
    readonly clientId: string
    readonly params: Readonly<Record<string, unknown>>
    readonly userCode: string
    /** of a machine also what it stated of itself */
    readonly deviceInfo: { readonly ip: string; readonly hasKeys?: boolean; readonly resetNumber?: number }
    readonly isExpired: boolean
    readonly error?: string
    readonly consumed?: unknown
    save(): Promise<string>
  }

  interface ModelClass<T> {
    prototype: { generateTokenId(): string }
    find(id: string, options?: { readonly ignoreExpiration?: boolean }): Promise<T | undefined>
    instantiate(payload: Payload): T
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    /** the context of the request that runs */
    static readonly ctx: Context | undefined
    readonly Grant: ModelClass<Grant> &
      (new (options: {
        accountId: string | undefined
        clientId: string | undefined
      }) => Grant)

    readonly Session: ModelClass<Session> & {
      get(context: Context): Promise<Session>
      findByUid(uid: string): Promise<Session | undefined>
    }
    readonly Client: ModelClass<Client> & {
      prototype: Client & { generateTokenId(): string }
    }
    readonly Interaction: ModelClass<Interaction>
    readonly AccessToken: ModelClass<Model> & {
      readonly IN_PAYLOAD: readonly string[]
      prototype: { generateTokenId(): string; getValueAndPayload(): Promise<{ value: string }> }
    }
    readonly RefreshToken: ModelClass<Model>
    readonly AuthorizationCode: ModelClass<Model>
    readonly DeviceCode: ModelClass<DeviceCode> & {
      findByUserCode(code: string): Promise<DeviceCode | undefined>
    }
    readonly IdToken: {
      prototype: IdToken & { payload(): Promise<Payload> }
      new (
        available: object,
        options: { readonly client: Client },
      ): {
        scope: string
        mask: object
        set(name: string, value: unknown): void
        issue(options: { readonly use: 'logout' | 'idtoken' }): Promise<string>
      }
      validate(
        token: string,
        client: Client,
      ): Promise<{ readonly payload: Readonly<Record<string, unknown>> }>
    }
    readonly ReplayDetection: { unique(issuer: string, id: string, expiresAt: number): Promise<boolean> }
    readonly OIDCContext: { prototype: { urlFor(route: string, options?: object): string } }
    /** Koa's prototype of requests */
    readonly request: object
    /** if true, koa does not print errors */
    silent: boolean
    pathFor(route: string, options?: object): string
    /** Adds middleware of Koa. */
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    on(event: string, listener: (...args: never[]) => void): this
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    /** Stores the result of the interaction and returns the URL to redirect to. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { readonly mergeWithLastSubmission?: boolean },
    ): Promise<string>
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  }
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export class OIDCProviderError extends Error {
    /** `message`: `error` of OAuth */
    constructor(status: number, message: string)
  }
  export class SlowDown extends Error {}
  export class AuthorizationPending extends Error {}
  export class ExpiredToken extends Error {}
  export class InvalidClientAuth extends Error {
    constructor(detail: string)
  }
  export class InvalidGrant extends Error {
    constructor(detail: string)
  }
  export class InvalidRequest extends Error {
    constructor(description: string)
  }
  export class InvalidTarget extends Error {}
  export class InvalidAuthorizationDetails extends Error {
    constructor(description: string)
  }
  /** The authorization request of an address is unknown here, or no longer known. */
  export class SessionNotFound extends Error {}
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { Context } from 'oidc-provider/lib/provider.js'

  export class Prompt {
    constructor(options: { readonly name: string; readonly requestable?: boolean }, ...checks: Check[])
    readonly checks: Check[] & { add(check: Check): void; remove(reason: string): void }
  }
  export class Check {
    constructor(reason: string, description: string, error: string, check: (context: Context) => boolean)
  }
  export interface Policy extends Iterable<Prompt> {
    get(name: string): Prompt
    add(prompt: Prompt, position?: number): void
  }
  export function base(): Policy
}
