/** What is used of oidc-provider, which describes no types itself; its main file warns on the console about runtimes. */
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
    readonly Grant: new (of: {
      accountId: string | undefined
      clientId: string | undefined
    }) => Grant
    /** koa writes no faults to the console */
    silent: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    /** Keeps what the interaction came to and gives the address to go on at. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      options?: { readonly mergeWithLastSubmission?: boolean },
    ): Promise<string>
  }
}
