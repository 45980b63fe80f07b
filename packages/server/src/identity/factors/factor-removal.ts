/**
 * The removal of second factors that the owner has lost, after a waiting time. To start it, a person proves a first factor. The
 * owner is mailed at the start and three times until the end. The link of each mail stops it, and so does any use of a factor.
 * At the end a login with the first factor and a code by mail removes the factors.
 */

import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { DAY_SECONDS, HOUR_SECONDS, REMOVAL_READY_SECONDS } from '@kerf/contract/limits'
import type { Task } from 'graphile-worker'
import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import { auditContext, type Caller } from '../../platform/audit/caller.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts'
import { type Credentials, findAccount } from '../account/credential-store.ts'
import {
  consumeFactorRemoval,
  countReminder,
  deleteExpiredFactorRemoval,
  deleteFactorRemoval,
  findFactorRemoval,
  insertFactorRemoval,
  listDueReminders,
} from './factor-removal-store.ts'

/** Long enough that an owner who travels reads one of the mails. */
export const REMOVAL_WAIT_SECONDS = 7 * DAY_SECONDS
/** A stranger with the password can start again after each stop, and fills the mailbox otherwise. */
const STARTS_PER_ACCOUNT = { limit: 3, seconds: 30 * DAY_SECONDS }

/** Time before the end of the waiting time at which each reminder is due: half-way, a day before, and at the end. */
const REMINDERS_BEFORE_SECONDS = [84 * HOUR_SECONDS, DAY_SECONDS, 0] as const

/** Without them, for example because the job did not run, the owner had no chance to stop it: the removal waits for them. */
const REMINDERS_MIN = 2

export const FACTOR_REMOVAL_JOB = 'remind_factor_recovery'
/** The rest follows at the next run. */
const REMINDERS_PER_RUN = 1_000

const at = (seconds: number): Date => new Date(seconds * 1_000)

export type MailClock = Pick<MailDependencies, 'clock'>

async function timesOf({ clock }: MailClock) {
  const now = (await clock.now()) / 1_000
  return { now, expiredBefore: at(now - REMOVAL_READY_SECONDS) }
}

/** When the factors can be removed, unix seconds; null: nobody waits. */
export async function findRemovalTime(on: Queryable, times: MailClock, uid: string): Promise<number | null> {
  const [found] = await findFactorRemoval(on, { uid, expiredBefore: (await timesOf(times)).expiredBefore })
  return found?.ready_at ?? null
}

/** Whether the waiting time is over and the owner was reminded of it. */
export async function isRemovalReady(on: Queryable, times: MailClock, uid: string): Promise<boolean> {
  const { now, expiredBefore } = await timesOf(times)
  const [found] = await findFactorRemoval(on, { uid, expiredBefore })
  return found !== undefined && found.ready_at <= now && found.mails >= REMINDERS_MIN
}

/** Ends a waiting time within a transaction, because the owner has a factor or did not ask for it. Mailed if there was one. */
export async function stopFactorRemoval(
  tx: Queryable,
  mail: MailDependencies,
  uid: string,
  caller: Caller,
): Promise<void> {
  const [stopped] = await deleteFactorRemoval(tx, { uid })
  const [account] = stopped ? await findAccount(tx, { uid }) : []
  if (!account) return
  await writeAudit(tx, { event: 'factor.removal_stopped', outcome: 'ok', uid, ...auditContext(caller) })
  await notifyOwner(tx, mail, account, caller, { template: 'factor_removal_stopped' })
}

/** True: the waiting time is over, the owner was reminded, and its end is consumed if `tx` commits. */
export async function consumeRemoval(tx: Queryable, times: MailClock, uid: string): Promise<boolean> {
  const { now, expiredBefore } = await timesOf(times)
  const [consumed] = await consumeFactorRemoval(tx, { uid, at: at(now), expiredBefore, mails: REMINDERS_MIN })
  return consumed !== undefined
}

/** Starts the waiting time, or returns the end of the present one, unix seconds. Throws `too_many_requests`. */
export async function startFactorRemoval(
  db: Database,
  { mail, limiter }: { readonly mail: MailDependencies; readonly limiter: RateLimiter },
  account: Credentials,
  caller: Caller,
): Promise<number> {
  const { uid } = account
  const present = await findRemovalTime(db, mail, uid)
  if (present !== null) return present
  await limiter.consume({ key: `factor-removal:${uid}`, ...STARTS_PER_ACCOUNT })
  return db.transaction(async tx => {
    const { now, expiredBefore } = await timesOf(mail)
    const readyAt = Math.floor(now) + REMOVAL_WAIT_SECONDS
    await deleteExpiredFactorRemoval(tx, { uid, expiredBefore })
    const [started] = await insertFactorRemoval(tx, { uid, at: at(now), readyAt: at(readyAt) })
    // A call at the same moment was faster.
    if (!started) return (await findRemovalTime(tx, mail, uid)) ?? readyAt
    await writeAudit(tx, { event: 'factor.removal_started', outcome: 'ok', uid, ...auditContext(caller) })
    await notifyOwner(tx, mail, account, caller, { template: 'factor_removal_started', readyAt })
    return readyAt
  })
}

const BY_THE_SERVER = { ip: '', timeZone: '', app: { brand: DEFAULT_BRAND } } as const

/** Mails the reminders that are due. Each is counted in the transaction that queues it. */
export const remindFactorRemovalTask =
  (db: Database, mail: MailDependencies, log: JobLog): Task =>
  async () => {
    const now = (await mail.clock.now()) / 1_000
    let sent = 0
    // The last one first, so that a run after an outage sends one to each.
    for (const [mails, before] of [...REMINDERS_BEFORE_SECONDS.entries()].reverse())
      for (const { uid, ready_at } of await listDueReminders(db, {
        ...{ mails, limit: REMINDERS_PER_RUN },
        until: at(now + before),
      }))
        await db.transaction(async tx => {
          const [counted] = await countReminder(tx, { uid, mails })
          const [account] = counted ? await findAccount(tx, { uid }) : []
          if (!account) return
          const template = ready_at <= now ? 'factor_removal_ready' : 'factor_removal_reminder'
          await notifyOwner(tx, mail, account, BY_THE_SERVER, { template, readyAt: ready_at })
          sent++
        })
    if (sent > 0) log.info({ mails: sent }, 'reminded owners of the removal of their second factors')
  }
