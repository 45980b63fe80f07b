/** The session of an operator, and the answers of the console's process. */
import type { ConsoleCallName } from './console-calls.ts'

/** Creating more codes than this needs a confirmation and a reason. */
export const MANY_CODES_ABOVE = 1_000

/** What an operation needs besides the role. */
export interface OperationNeeds {
  /** `of many`: required where it reaches many people or codes */
  readonly reason: 'required' | 'of many' | 'optional' | 'none'
  readonly case: 'required' | 'optional'
  /** another operator must approve, always or above so many codes */
  readonly second: boolean | number
  readonly reads: 'person' | 'secret' | null
}

export interface ConsoleSession {
  readonly name: string
  readonly roles: readonly string[]
  /** unix seconds */
  readonly endsAt: number
  /** seconds without a call after which it ends */
  readonly idleSeconds: number
  readonly passkeys: number
  readonly hasCompanyLogin: boolean
  /** the calls that these roles may make */
  readonly calls: Readonly<Partial<Record<ConsoleCallName, OperationNeeds>>>
}

/** Before the login. */
export interface ConsoleEntrance {
  /** operators may log in by the company's OpenID provider */
  readonly company: boolean
  /** development only: an invitation for the browser that opens the console first */
  readonly demo: string | null
}

/** Why a call failed. `refused`: the operation says why. `company_login`: the company's provider did not answer or refused. */
export type ConsoleErrorName =
  | 'bad_request'
  | 'not_found'
  | 'expired_login'
  | 'authority'
  | 'reason_required'
  | 'case_required'
  | 'proof_required'
  | 'expired'
  | 'company_login'
  | 'passkey_unknown'
  | 'passkey_rejected'
  | 'passkey_limit'
  | 'too_many_requests'
  | 'refused'
  | 'approval_pending'
  | 'unavailable'

export interface ConsoleFailure {
  readonly error: ConsoleErrorName
  /** of `refused`: its stable name, and its sentence in English and in both languages */
  readonly refusal?: string
  readonly message?: string
  readonly text?: Readonly<Record<'en' | 'zh', string>>
  /** of `approval_pending` */
  readonly approval?: { readonly id: string; readonly summary: string; readonly expiresAt: number }
  /** of `bad_request`: the invalid fields */
  readonly fields?: Readonly<Record<string, string>>
  readonly requestId?: string
}

/** The call that takes back exactly what was just done. It may need a reason and a case, as `calls` of the session says. */
export interface ConsoleUndo {
  readonly call: ConsoleCallName
  readonly input: object
  /** unix seconds; null: it is never too late */
  readonly until: number | null
  /** of a ban that is set again; absent: the reason of the act that is taken back */
  readonly reason?: string
}

/** Answer of a call that succeeded. */
export interface ConsoleAnswer<R> {
  readonly result: R
  /** absent: nothing takes it back exactly */
  readonly undo?: ConsoleUndo
}

/** Length of a reason and a case number that an audit row keeps. */
export const REASON_MAX = 200
export const CASE_MAX = 64
const CASE_NUMBER = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._/#-]{0,${CASE_MAX - 1}}$`)

/** Number of a support case, without a leading `#`. undefined: it has other characters, or too many. */
export function parseCaseNumber(given: string): string | undefined {
  const number = given.trim().replace(/^#/, '')
  return CASE_NUMBER.test(number) ? number : undefined
}
