/** What belongs to the call or job that runs: its deadline and its span. Asynchronous code finds it without an argument. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

export interface Deadline {
  /** on the steady clock; Infinity once the call has its result, so that work which outlives it is not ended */
  atMs: number
}

export interface CallScope {
  readonly deadline: Deadline | undefined
  /** undefined: the call is not sampled */
  readonly span: Span | undefined
}

const storage = new AsyncLocalStorage<CallScope>()

export const currentScope = (): CallScope | undefined => storage.getStore()

export const runInScope = <T>(scope: CallScope, work: () => T): T => storage.run(scope, work)
