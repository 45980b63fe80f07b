/** Native calls of the portal: their inputs, and the values that a handler returns. Defined in docs/native-bridge.md. Imports nothing. */

export type KerfFileType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/svg+xml'
  | 'application/pdf'
  | 'text/plain'

/** A file by its content, or by a URL that the host fetches. */
export type KerfFile =
  | {
      readonly name: string
      readonly type: KerfFileType
      /** base64 */
      readonly data: string
    }
  | { readonly name: string; readonly url: string }

export interface KerfMachine {
  readonly name: string
  readonly model: string
  readonly sn?: string | undefined
  readonly connected: boolean
}

export interface KerfGcode {
  readonly name: string
  readonly gcode: string
}

/** A call without input. */
export type KerfNothing = Readonly<Record<string, never>>
/** What a handler returns for a call without a value. */
// biome-ignore lint/suspicious/noConfusingVoidType: `void` admits a handler that ends in a call of its own.
type Done = KerfNothing | void

export interface KerfCalls {
  readonly 'app.version': { readonly input: KerfNothing; readonly value: { readonly version: string } }
  readonly 'device.info': {
    readonly input: KerfNothing
    readonly value: {
      readonly system: 'pc' | 'pad' | 'mobile' | 'web-pc' | 'web-mobile' | 'web-pad' | 'os'
      readonly os: string
      readonly model: string
      readonly machines: readonly KerfMachine[]
    }
  }
  readonly 'module.status': {
    readonly input: KerfNothing
    readonly value: { readonly installed: boolean; readonly version: string; readonly latest: string }
  }
  readonly 'login.open': {
    readonly input: { readonly channel: string }
    readonly value: {
      readonly cid: string
      readonly token: string
      readonly openId?: string | undefined
      readonly nonce?: string | undefined
    }
  }
  readonly 'token.update': { readonly input: { readonly utoken: string }; readonly value: Done }
  readonly 'storage.save': {
    readonly input: { readonly key: string; readonly value: string }
    readonly value: Done
  }
  readonly 'storage.get': {
    readonly input: { readonly key: string }
    readonly value: { readonly value: string | null }
  }
  readonly 'file.share': { readonly input: KerfFile; readonly value: Done }
  readonly 'file.open': { readonly input: KerfFile; readonly value: Done }
  readonly 'album.save': { readonly input: KerfFile; readonly value: Done }
  readonly 'canvas.import': { readonly input: KerfFile; readonly value: Done }
  readonly 'gcode.generate': { readonly input: KerfFile; readonly value: KerfGcode }
  readonly 'gcode.process': { readonly input: KerfGcode; readonly value: Done }
  readonly 'view.close': { readonly input: KerfNothing; readonly value: Done }
}
export type KerfMethod = keyof KerfCalls

/**
 * Handles a native call of the portal. Throws `refuse(reason, text)` to refuse it. `signal` aborts if the portal cancels the call.
 */
export type KerfHandler<M extends KerfMethod = KerfMethod> = (
  input: KerfCalls[M]['input'],
  context: { readonly signal: AbortSignal },
) => KerfCalls[M]['value'] | PromiseLike<KerfCalls[M]['value']>
