/** Calls to the host: each is answered, refused, cancelled or timed out; none is left waiting. */
import type { HostAnswer } from '@kerf/contract/host-messages'
import {
  isNativeMethod,
  NATIVE_CALLS,
  type NativeCallError,
  type NativeInput,
  type NativeMethod,
  type NativeOutput,
  parseNativeData,
  safeFileName,
} from '@kerf/contract/native-calls'

export type HostResult<T> =
  | { readonly ok: true; readonly value: T }
  /** `text`: the host's own words, to be shown as text only */
  | { readonly ok: false; readonly reason: NativeCallError; readonly text?: string }

export interface HostCallTransport {
  /** Resolves once the host can be spoken to; undefined: there is none. Is not waited for longer than the call's time. */
  ready(): Promise<unknown>
  call(id: string, method: NativeMethod, input: unknown): void
  cancel(id: string): void
  /** undefined: not known, so it is asked */
  supports(method: NativeMethod): boolean | undefined
  /** whether the host may be told to fetch from this address */
  mayFetch(url: URL): boolean
}

const fault = (reason: NativeCallError, text?: string): HostResult<never> =>
  text ? { ok: false, reason, text } : { ok: false, reason }

export function createHostCalls(way: HostCallTransport, newId: () => string = () => crypto.randomUUID()) {
  const pending = new Map<
    string,
    { readonly method: NativeMethod; settle(result: HostResult<unknown>): void }
  >()

  async function ask<M extends NativeMethod>(
    method: M,
    given: NativeInput<M>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<HostResult<NativeOutput<M>>> {
    if (!isNativeMethod(method)) return fault('not-allowed')
    if (signal?.aborted) return fault('cancelled')
    const read = parseNativeData('input', method, given)
    const input = read && safe(read, way.mayFetch)
    if (input === undefined) return fault('not-allowed')
    if ([...pending.values()].some(other => other.method === method)) return fault('busy')

    const id = newId()
    const { promise, resolve } = Promise.withResolvers<HostResult<unknown>>()
    pending.set(id, { method, settle: resolve })
    let sent = false
    const giveUp = (reason: 'timeout' | 'cancelled') => {
      if (sent) way.cancel(id)
      resolve(fault(sent || reason === 'cancelled' ? reason : 'no-host'))
    }
    const timer = setTimeout(giveUp, NATIVE_CALLS[method].timeout, 'timeout')
    const cancel = () => giveUp('cancelled')
    signal?.addEventListener('abort', cancel)
    void way.ready().then(peer => {
      if (!pending.has(id)) return
      if (peer === undefined) return resolve(fault('no-host'))
      if (way.supports(method) === false) return resolve(fault('unsupported'))
      sent = true
      way.call(id, method, input)
    })
    const result = await promise
    pending.delete(id)
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    return result as HostResult<NativeOutput<M>>
  }

  return {
    ask,
    isPending: (id: unknown): boolean => typeof id === 'string' && pending.has(id),
    /** An answer to a call that is not waited for any more is dropped. */
    answered(answer: HostAnswer): void {
      const call = pending.get(answer.id)
      if (!call) return
      if (!answer.ok) {
        call.settle(fault(answer.reason, answer.text))
        return
      }
      const value = parseNativeData('output', call.method, answer.value)
      call.settle(value ? { ok: true, value } : fault('malformed'))
    },
    /** The session or the line ended: what was begun for one person is not finished for the next (S-058). */
    endAll(reason: NativeCallError): void {
      for (const [id, { settle }] of pending) {
        way.cancel(id)
        settle(fault(reason))
      }
    },
  }
}

/** Names become names of files and nothing else; addresses are https and listed. Undefined: not to be sent. */
function safe(input: unknown, mayFetch: (url: URL) => boolean): unknown {
  const file = input as { readonly name?: string; readonly url?: string }
  if (file.url !== undefined && !mayFetch(new URL(file.url))) return undefined
  return file.name === undefined ? input : { ...file, name: safeFileName(file.name) }
}
