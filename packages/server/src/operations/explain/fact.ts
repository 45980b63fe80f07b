/** One fact about why a person can or cannot do something. Facts come from tables of sources, one row a question. */
import type { Language } from '@kerf/contract/language'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { ShownLimit } from '../account/user-limits.ts'
import type { ExplainedAccount, ExplainedEvent } from './explain-store.ts'
import type { FactCode } from './fact-texts.ts'

export const TOPICS = ['login', 'code', 'redeem', 'training', 'machine'] as const
export type Topic = (typeof TOPICS)[number]

/** An operation that takes the fact away. */
export interface Mend {
  /** words of the table of operations */
  readonly operation: string
  /** in the order of the command; `-`: read from standard input */
  readonly arguments: readonly string[]
}

type Value = string | number
/** What the text names; a value that differs by language has both. */
export type FactValues = Readonly<Record<string, Value | Readonly<Record<Language, Value>>>>

export interface RawFact {
  readonly code: FactCode
  /** the person cannot do it while this holds */
  readonly blocks?: boolean
  /** unix seconds */
  readonly since?: number | null | undefined
  /** unix seconds at which it ends by itself */
  readonly until?: number | null | undefined
  readonly values?: FactValues
  readonly mend?: Mend
}

export interface FactContext {
  readonly db: Database
  readonly keys: Keys
  readonly config: Config
  /** undefined: the address has no account */
  readonly account: ExplainedAccount | undefined
  /** canonical; of the account, or what was asked for */
  readonly address: string | undefined
  /** that the account, or the address without one, has used up or begun to use */
  readonly limits: readonly ShownLimit[]
  /** of the last 30 days, newest first */
  readonly events: readonly ExplainedEvent[]
  /** a redemption code that the person has */
  readonly redemptionCode: string | undefined
  /** unix seconds */
  readonly now: number
}

/** In the order in which they are told; what blocks comes first. */
export type FactSource = (context: FactContext) => readonly RawFact[] | Promise<readonly RawFact[]>

/** A source that needs an account. */
export const ofAccount =
  (
    source: (
      account: ExplainedAccount,
      context: FactContext,
    ) => readonly RawFact[] | Promise<readonly RawFact[]>,
  ): FactSource =>
  context =>
    context.account ? source(context.account, context) : []

/** Shown to operators, who compare it with what the person reads from the label. */
export const endOfSerialNumber = (sn: string): string => `…${sn.slice(-6)}`
