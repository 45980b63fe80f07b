/** Calls of the console's process. Every answer that is no success is a ConsoleCallError. */
import {
  type ConsoleCallName,
  type ConsoleInput,
  invalidFieldsOf,
} from '@kerf/contract/console/console-calls'
import type { ConsoleResults } from '@kerf/contract/console/console-results'
import type { ConsoleAnswer, ConsoleFailure } from '@kerf/contract/console/console-session'
import * as m from '@kerf/locales/messages'
import { getLanguage } from '@kerf/portal/console-ui'

export class ConsoleCallError extends Error {
  readonly failure: ConsoleFailure
  constructor(failure: ConsoleFailure) {
    super(failure.error)
    this.failure = failure
  }
}

const TEXTS: Readonly<Record<ConsoleFailure['error'], (failure: ConsoleFailure) => string>> = {
  bad_request: () => m.console_error_bad_request(),
  not_found: () => m.console_error_not_found(),
  expired_login: () => m.console_error_expired_login(),
  authority: () => m.console_error_authority(),
  reason_required: () => m.console_error_reason_required(),
  case_required: () => m.console_error_case_required(),
  proof_required: () => m.console_error_proof_required(),
  expired: () => m.console_error_expired(),
  company_login: () => m.console_error_company_login(),
  passkey_unknown: () => m.console_error_passkey_unknown(),
  passkey_rejected: () => m.console_error_passkey_rejected(),
  passkey_limit: () => m.console_error_passkey_limit(),
  too_many_requests: () => m.console_error_too_many_requests(),
  refused: ({ message = '', text }) => m.console_error_refused({ message: text?.[getLanguage()] ?? message }),
  approval_pending: () => m.console_pending_title(),
  unavailable: () => m.console_error_unavailable(),
}

export const describeError = (error: unknown): string =>
  error instanceof ConsoleCallError
    ? TEXTS[error.failure.error](error.failure)
    : m.console_error_unavailable()

let onExpired = (): void => undefined
/** Called when a call is refused because the session has ended. */
export const listenForExpiry = (listener: () => void): void => {
  onExpired = listener
}

/** `path`: below `/api`. Throws a ConsoleCallError. */
export async function post<T>(path: string, body: object = {}, signal?: AbortSignal): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
  } catch {
    throw new ConsoleCallError({ error: 'unavailable' })
  }
  const data = (await answer.json().catch(() => ({ error: 'unavailable' }))) as T & ConsoleFailure
  if (answer.status === 200) return data
  if (answer.status === 401) onExpired()
  throw new ConsoleCallError(data.error in TEXTS ? data : { error: 'unavailable' })
}

export interface Why {
  readonly reason?: string | undefined
  readonly caseNumber?: string | undefined
}

/** An invalid input is not sent. Throws a ConsoleCallError. */
export async function runAct<N extends ConsoleCallName>(
  name: N,
  input: ConsoleInput<N>,
  why: Why = {},
  signal?: AbortSignal,
): Promise<ConsoleAnswer<ConsoleResults[N]>> {
  const fields = invalidFieldsOf(name, input)
  if (fields) throw new ConsoleCallError({ error: 'bad_request', fields })
  const path = `/call/${name.replaceAll(' ', '.')}`
  return post(path, { input, ...why }, signal)
}

/** Throws a ConsoleCallError. */
export const callConsole = async <N extends ConsoleCallName>(
  name: N,
  input: ConsoleInput<N>,
  signal?: AbortSignal,
): Promise<ConsoleResults[N]> => (await runAct(name, input, {}, signal)).result
