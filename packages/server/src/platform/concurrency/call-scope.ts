/** What belongs to the call or job that runs: its deadline and its span. Asynchronous code finds it without an argument. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/**
 * Time that a call may wait for its database in all. Waits at the same time count once, and nothing else counts: a call may well wait
 * longer for a password hash, a provider or a picture.
 */
export class Deadline {
  #leftMs: number
  #waits = 0
  #waitingSince = 0

  constructor(ms: number) {
    this.#leftMs = ms
  }

  remainingMs(): number {
    return this.#leftMs - (this.#waits > 0 ? performance.now() - this.#waitingSince : 0)
  }

  beginWait(): void {
    if (this.#waits++ === 0) this.#waitingSince = performance.now()
  }

  endWait(): void {
    if (--this.#waits === 0) this.#leftMs -= performance.now() - this.#waitingSince
  }

  /** Once the call has its result: work that outlives it is not ended. */
  lift(): void {
    this.#leftMs = Number.POSITIVE_INFINITY
  }
}

export interface CallScope {
  readonly deadline: Deadline | undefined
  /** undefined: the call is not sampled */
  readonly span: Span | undefined
}

const storage = new AsyncLocalStorage<CallScope>()

export const currentScope = (): CallScope | undefined => storage.getStore()

export const runInScope = <T>(scope: CallScope, work: () => T): T => storage.run(scope, work)
