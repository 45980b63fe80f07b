/** One fact about why a person can or cannot do something. Each source is a row of a table and answers one question. */
import type { Language } from '@kerf/contract/language'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Keys } from '../../platform/keys/keys.ts'
import type { ShownLimit } from '../account/user-limits.ts'
import type { TextValues } from '../input/both-languages.ts'
import type { ExplainedAccount, ExplainedEvent } from './explain-store.ts'
import { type FactCode, factText } from './fact-texts.ts'

export const TOPICS = ['login', 'code', 'redeem', 'training', 'machine'] as const
export type Topic = (typeof TOPICS)[number]

/** Operation that removes the cause. */
export interface Mend {
  /** name in the table of operations, as words */
  readonly operation: string
  /** in the order of the command; `-`: read from standard input */
  readonly arguments: readonly string[]
}

export interface RawFact {
  readonly code: FactCode
  /** true: the person cannot do it while the fact is true */
  readonly blocks?: boolean
  /** unix seconds */
  readonly since?: number | null | undefined
  /** unix seconds at which it ends by itself */
  readonly until?: number | null | undefined
  readonly values?: TextValues
  readonly mend?: Mend
}

export interface Fact {
  readonly about: Topic | 'account' | 'request'
  readonly code: FactCode
  /** the person cannot do it while this holds */
  readonly blocks: boolean
  /** unix seconds; null: unknown */
  readonly since: number | null
  /** unix seconds at which it ends by itself; null: it does not, or nobody knows */
  readonly until: number | null
  readonly text: Readonly<Record<Language, string>>
  /** the operation that takes it away; null: there is none, or the person does it */
  readonly mend: Mend | null
}

export const toFact = (about: Fact['about'], raw: RawFact): Fact => ({
  ...{ about, code: raw.code, blocks: raw.blocks ?? false },
  ...{ since: raw.since ?? null, until: raw.until ?? null, mend: raw.mend ?? null },
  text: factText(raw.code, raw.values),
})

export interface FactContext {
  readonly db: Database
  readonly keys: Keys
  readonly config: Config
  /** undefined if the address has no account */
  readonly account: ExplainedAccount | undefined
  /** canonical address: the account's, or the one that was searched for */
  readonly address: string | undefined
  /** limits with at least one count, of the account or of an address without one */
  readonly limits: readonly ShownLimit[]
  /** audit rows of the last 30 days, newest first */
  readonly events: readonly ExplainedEvent[]
  /** a redemption code that the person has */
  readonly redemptionCode: string | undefined
  /** unix seconds */
  readonly now: number
}

/** Returns facts in the order of display. Those that block come first. */
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
