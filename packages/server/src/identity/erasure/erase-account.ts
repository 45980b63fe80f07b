/** Erases every trace of an account in one transaction. */

import { deleteEventsOfErasedAccount } from '../../outbound/webhook/account-event-store.ts'
import { publishAccountDeleted, publishMachineEvent } from '../../outbound/webhook/publish-account-event.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { removeFilesLater } from '../../platform/files/remove-files-later.ts'
import { sha256 } from '../../platform/keys/secrets.ts'
import { deleteCountsUnder } from '../../platform/limits/rate-limit-store.ts'
import { lockAccount } from '../account/account-store.ts'
import { accountSubject, guessingKeys } from '../account/guessing-limits.ts'
import { headpicStorageKey } from '../profile/headpic.ts'
import { listHeadpicNames } from '../profile/headpic-store.ts'
import { deleteAllSessions, deleteSession } from '../session/session-store.ts'
import { deleteCodesOfAccount } from '../verification/verification-store.ts'
import { eraseEventsLater } from './erased-logins.ts'
import { scheduleErasureRecord } from './erasure-records.ts'
import { deleteAccountRows, insertErasureRecord, leaveMachines } from './erasure-store.ts'

/** Others lose their rights on machines of the account. Returns the machines that have no owner afterwards. */
async function endMachineRights(tx: Queryable, uid: string): Promise<readonly string[]> {
  const { released, ending } = await leaveMachines(tx, uid)
  for (const { machine, uids, sessions } of released) {
    for (const session of sessions) await deleteSession(tx, session)
    await publishMachineEvent(tx, 'machine.unshared', { uids, machine, role: null, until: null })
  }
  return [...released.map(({ machine }) => machine), ...ending]
}

/**
 * Erases an account. Its files and its analytics events are removed by jobs after the commit. Two erasure records remain: a row that reserves the
 * uid, and a file that repeats the deletion after a backup is restored.
 * `onReleased`: gets the machines that have no owner afterwards. Returns false if the account does not exist; of two erasures at once, one returns true.
 */
export async function eraseAccount(
  tx: Queryable,
  uid: string,
  onReleased?: (machines: readonly string[]) => Promise<void>,
): Promise<boolean> {
  // A redemption locks the row of the code before the account, and a change of a machine locks the machine before accounts. The other order
  // here would deadlock.
  await deleteCodesOfAccount(tx, { uid })
  const left = await endMachineRights(tx, uid)
  const [account] = await lockAccount(tx, { uid })
  if (!account) return false
  // What the account got before it was locked.
  const released = [...left, ...(await endMachineRights(tx, uid))]
  const pictures = await listHeadpicNames(tx, { uid })
  // Counts of wrong passwords in a row have no end of their own.
  for (const key of guessingKeys(accountSubject(uid))) await deleteCountsUnder(tx, { key })
  await deleteEventsOfErasedAccount(tx, { uid })
  await deleteAllSessions(tx, { uid })
  await onReleased?.(released)
  await publishAccountDeleted(tx, uid)
  await deleteAccountRows(tx, uid)
  await insertErasureRecord(tx, { uid, loginHash: sha256(account.analytics_id) })
  await eraseEventsLater(tx, account.analytics_id)
  await scheduleErasureRecord(tx, uid)
  await removeFilesLater(
    tx,
    pictures.map(({ name }) => headpicStorageKey(name)),
  )
  return true
}
