/** What the page does when the server refuses a call by a certain error, such as asking for a human check. */
import type { AnyErrorName } from '@kerf/contract/errors'

export interface RefusedCall {
  readonly error: unknown
  readonly input: unknown
  readonly signal: AbortSignal
  /** Calls again with further input. */
  repeat(more: object): Promise<unknown>
}

/** Resolves to the data that the call answers with. Rejects if the call stays refused. */
export type Interceptor = (call: RefusedCall) => Promise<unknown>

const interceptors = new Map<AnyErrorName | undefined, Interceptor>()

export const setInterceptor = (errorName: AnyErrorName, interceptor: Interceptor): void =>
  void interceptors.set(errorName, interceptor)

export const getInterceptor = (errorName: AnyErrorName | undefined): Interceptor | undefined =>
  interceptors.get(errorName)
