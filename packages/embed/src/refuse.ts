import type { KerfRefusal } from './types.ts'

interface Refusal extends Error {
  readonly reason: KerfRefusal
  readonly text: string | undefined
}

/** Creates the error that a handler throws to refuse a call: `throw refuse('no-device', 'The machine is switched off.')` */
export const refuse = (reason: KerfRefusal, text?: string): Error =>
  Object.assign(new Error(text ?? reason), { name: 'KerfRefusal', reason, text })

export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === 'KerfRefusal'
