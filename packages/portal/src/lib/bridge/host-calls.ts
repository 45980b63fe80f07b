/** Calls to a host or machine. Each ends with an answer, a refusal, a cancellation or a timeout. */
import type { HostAnswer } from '@kerf/contract/host/host-messages'
import {
  isNativeMethod,
  NATIVE_CALLS,
  type NativeCallError,
  type NativeInput,
  type NativeMethod,
  type NativeOutput,
  parseNativeData,
  safeFileName,
} from '@kerf/contract/host/native-calls'

export type HostResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `text` was written by the host: render it as plain text only. */
  | { readonly ok: false; readonly reason: NativeCallError; readonly text?: string }

export interface HostCallTransport {
  /** Resolves when messages can be sent; undefined: there is no host. Limited by the timeout of the call. */
  waitForPeer(): Promise<unknown>
  sendCall(id: string, method: NativeMethod, input: unknown): void
  sendCancel(id: string): void
  /** Undefined: unknown, so the call is sent. */
  supports(method: NativeMethod): boolean | undefined
  /** Whether the host may be asked to fetch this URL. */
  mayFetch(url: URL): boolean
}

const failure = (reason: NativeCallError, text?: string): HostResult<never> =>
  text ? { ok: false, reason, text } : { ok: false, reason }

export function createHostCalls(
  transport: HostCallTransport,
  createId: () => string = () => crypto.randomUUID(),
) {
  const pending = new Map<
    string,
    { readonly method: NativeMethod; settle(result: HostResult<unknown>): void }
  >()

  /** Never rejects. One call of a method at a time (`busy`); `signal` cancels. */
  async function call<M extends NativeMethod>(
    method: M,
    input: NativeInput<M>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<HostResult<NativeOutput<M>>> {
    if (!isNativeMethod(method)) return failure('not-allowed')
    if (signal?.aborted) return failure('cancelled')
    const parsed = parseNativeData('input', method, input)
    const safeInput = parsed && sanitizeFile(parsed, transport.mayFetch)
    if (safeInput === undefined) return failure('not-allowed')
    if ([...pending.values()].some(other => other.method === method)) return failure('busy')

    const id = createId()
    const { promise, resolve } = Promise.withResolvers<HostResult<unknown>>()
    pending.set(id, { method, settle: resolve })
    let sent = false
    const stop = (reason: 'timeout' | 'cancelled') => {
      if (sent) transport.sendCancel(id)
      resolve(failure(sent || reason === 'cancelled' ? reason : 'no-host'))
    }
    const timer = setTimeout(stop, NATIVE_CALLS[method].timeout, 'timeout')
    const cancel = () => stop('cancelled')
    signal?.addEventListener('abort', cancel)
    void transport.waitForPeer().then(peer => {
      if (!pending.has(id)) return
      if (peer === undefined) return resolve(failure('no-host'))
      if (transport.supports(method) === false) return resolve(failure('unsupported'))
      sent = true
      transport.sendCall(id, method, safeInput)
    })
    const result = await promise
    pending.delete(id)
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    return result as HostResult<NativeOutput<M>>
  }

  return {
    call,
    isPending: (id: unknown): boolean => typeof id === 'string' && pending.has(id),
    /** Ignores an answer to a call that is no longer pending. */
    handleAnswer(answer: HostAnswer): void {
      const request = pending.get(answer.id)
      if (!request) return
      if (!answer.ok) {
        request.settle(failure(answer.reason, answer.text))
        return
      }
      const value = parseNativeData('output', request.method, answer.value)
      request.settle(value ? { ok: true, value } : failure('malformed'))
    },
    /** When the session or the connection ends: a call of one account must not complete for the next (S-058). */
    failAll(reason: NativeCallError): void {
      for (const [id, { settle }] of pending) {
        transport.sendCancel(id)
        settle(failure(reason))
      }
    },
  }
}

/** Makes the file name safe. Returns undefined if the URL is not allowed, so that the call is not sent. */
function sanitizeFile(input: unknown, mayFetch: (url: URL) => boolean): unknown {
  const file = input as { readonly name?: string; readonly url?: string }
  if (file.url !== undefined && !mayFetch(new URL(file.url))) return undefined
  return file.name === undefined ? input : { ...file, name: safeFileName(file.name) }
}
