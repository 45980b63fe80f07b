/** Types of the used part of oidc-provider, which ships none. Its main file is not imported: it prints a runtime warning. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Interaction {
    readonly uid: string
    readonly params: Readonly<Record<string, unknown>>
  }

  export interface Context {
    type: string
    body: unknown
    readonly oidc: {
      readonly account?: { readonly accountId: string }
      readonly client?: { readonly clientId: string }
    }
    set(name: string, value: string): void
    get(name: string): string
  }

  export interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (options: {
      accountId: string | undefined
      clientId: string | undefined
    }) => Grant
    /** if true, koa does not print errors */
    silent: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    /** Stores the result of the interaction and returns the URL to redirect to. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { readonly mergeWithLastSubmission?: boolean },
    ): Promise<string>
  }
}
