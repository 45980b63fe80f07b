/** Table `mailbox_change`: the change of a lost mailbox that waits, at most one for each account. Times are unix seconds. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface MailboxChangeRow {
  readonly id: string
  readonly email: string
  readonly canonical: string
  /** canonical form of the address that it replaces */
  readonly former: string
  /** true if the reader of the present mailbox may stop the change: the account had that address for more than three days at the start (S-147) */
  readonly stoppable: boolean
  readonly operator: string
  readonly caseNumber: string
  readonly readyAt: number
  readonly expiresAt: number
  /** null: the new address is not confirmed */
  readonly confirmedAt: number | null
}

const COLUMNS = `id, email, canonical, former, stoppable, operator, case_number as "caseNumber", ${epochSeconds('ready_at')} as "readyAt",
          ${epochSeconds('expires_at')} as "expiresAt", ${epochSeconds('confirmed_at')} as "confirmedAt"`

export interface NewMailboxChange {
  readonly uid: string
  readonly id: string
  readonly email: string
  readonly canonical: string
  readonly former: string
  readonly stoppable: boolean
  readonly operator: string
  readonly caseNumber: string
  readonly waitSeconds: number
  readonly lifeSeconds: number
}

/** Returns no row if another change of the account waits. */
export const insertMailboxChange = statement<{ readyAt: number }, NewMailboxChange>(
  'mailbox_change.insert',
  `insert into mailbox_change as c (uid, id, email, canonical, former, stoppable, operator, case_number, ready_at, expires_at)
   values ($uid, $id, $email, $canonical, $former, $stoppable, $operator, $caseNumber,
           now() + make_interval(secs => $waitSeconds), now() + make_interval(secs => $lifeSeconds))
   on conflict do nothing returning ${epochSeconds('c.ready_at')} as "readyAt"`,
)

export const deleteExpiredMailboxChange = statement<never, { uid: string }>(
  'mailbox_change.delete_expired',
  'delete from mailbox_change where uid = $uid and expires_at <= now()',
)

export const findMailboxChange = statement<MailboxChangeRow, { uid: string }>(
  'mailbox_change.find',
  `select ${COLUMNS} from mailbox_change where uid = $uid and expires_at > now()`,
)

/** Returns no row if the change was stopped or carried out, or has expired. */
export const confirmMailboxChange = statement<MailboxChangeRow, { uid: string; id: string }>(
  'mailbox_change.confirm',
  `update mailbox_change set confirmed_at = now()
    where uid = $uid and id = $id and expires_at > now() returning ${COLUMNS}`,
)

/** Deletes the waiting change. `id` null: of any id. `always` false: only if it is `stoppable`. */
export const stopMailboxChangeRow = statement<
  MailboxChangeRow,
  { uid: string; id: string | null; always: boolean }
>(
  'mailbox_change.stop',
  `delete from mailbox_change
    where uid = $uid and ($id::text is null or id = $id) and ($always::boolean or stoppable) returning ${COLUMNS}`,
)

/** Deletes a change that is due and returns it. Of several processes, and of this and a stop, only one gets the row. */
export const takeDueMailboxChange = statement<MailboxChangeRow, { uid: string }>(
  'mailbox_change.take',
  `delete from mailbox_change
    where uid = $uid and confirmed_at is not null and ready_at <= now() and expires_at > now() returning ${COLUMNS}`,
)

export const listDueMailboxChanges = statement<{ uid: string }, { limit: number }>(
  'mailbox_change.due',
  `select uid from mailbox_change
    where ready_at <= now() and confirmed_at is not null and expires_at > now() order by ready_at limit $limit`,
  { scope: 'every shard', because: 'job' },
)

/** For a restored database: the owner may have stopped the change after the backup. */
export const deleteAllMailboxChanges = statement<never>(
  'mailbox_change.delete_all',
  'delete from mailbox_change',
  { scope: 'every shard', because: 'operator' },
)
