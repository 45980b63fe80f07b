/** What holds for one table. Tests compare it with the schema. */

export type TablePlacement =
  /** by a column whose value every hot statement knows; `account`: rows of one account are on one shard */
  | { readonly kind: 'account' | 'keyed'; readonly column: string }
  /** complete on every node: small. Citus demands that a role that inserts into it may also update it */
  | { readonly kind: 'reference' }
  /** on the coordinator, as an ordinary table: logs, jobs, keys */
  | { readonly kind: 'coordinator' }

export const byAccount: TablePlacement = { kind: 'account', column: 'uid' }
export const by = (column: string): TablePlacement => ({ kind: 'keyed', column })
export const reference: TablePlacement = { kind: 'reference' }
export const coordinator: TablePlacement = { kind: 'coordinator' }

/**
 * Why something stored about an account is not in its archive:
 * `secret`: anyone who has the archive could use or attack it; `temporary`: state of a running sign-in, deleted within minutes;
 * `staff`: names and notes of operators, who are other persons; `erased`: exists only for erased accounts.
 */
export type WithheldReason = 'secret' | 'temporary' | 'staff' | 'erased'

export interface ExportedTable {
  /** in the JSON file */
  readonly columns: readonly string[]
  readonly withheld?: Readonly<Record<string, WithheldReason>>
  /** of the readable page, in this order; absent: the table is in the JSON files only */
  readonly shown?: readonly string[]
  /** unique column of an account's rows that orders them by time: tables that grow without a bound are read in pages */
  readonly pageKey?: 'id' | 'handle'
}

/** A row has expired `seconds` after the time in the column `since`, which an index serves. */
export interface ExpiryRule {
  readonly since: string
  readonly seconds: number
  /** a column that is null in the rows of this rule */
  readonly unless?: string
  /** `ms`: `since` is a number of milliseconds instead of a timestamp */
  readonly unit?: 'ms'
}

/** `update(column)`: of that column only */
type Privileges = readonly ('select' | 'insert' | 'delete' | `update(${string})`)[]

export interface TableRow {
  /** Where its rows are once `kerf db distribute` has made the database a distributed one (Citus); docs/scaling.md */
  readonly placement: TablePlacement
  /** The database numbers its rows, and their order matters. */
  readonly numbered?: true
  /**
   * `replaces rows`: a restoration deletes what the first start of a server inserted. `endsWithSessions`: its rows grant access, so that
   * `kerf deletions replay --end-sessions` deletes the rows that a recovery has brought back.
   */
  readonly backup: 'rows' | 'replaces rows' | { readonly excluded: string; readonly endsWithSessions?: true }
  /**
   * At the deletion of an account; of every table with a uid. A kept uid is a pseudonym that identifies nobody. `account_event`
   * keeps what tells an app that sessions and the account have ended.
   */
  readonly erasure?: 'deleted' | 'kept'
  /** In the archive of an account; of every table with a uid. */
  readonly export?: ExportedTable | WithheldReason
  /** `key`: columns that identify a row, with their types; the distribution column first */
  readonly expiry?: { readonly key: Readonly<Record<string, string>>; readonly rules: readonly ExpiryRule[] }
  /** Fewer privileges than for reading and writing rows: of the roles that serve calls, or of their login role only. */
  readonly grants?: { readonly serving?: Privileges; readonly login?: Privileges }
}

/** Rows that belong to an account: on its shard, part of a backup, deleted with it, in its archive. */
export const ofAccount = (
  row: Omit<TableRow, 'placement' | 'backup' | 'erasure'> & Required<Pick<TableRow, 'export'>>,
): TableRow => ({ placement: byAccount, backup: 'rows', erasure: 'deleted', ...row })
