/** Gives and takes back benefits of one account, and undoes or moves a redemption. Apps learn of each change. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import { parseRedemptionCode } from '@kerf/contract/redemption-code'
import {
  deleteRedemption,
  endRedemption,
  findBenefit,
  findRedemption,
  hashRedemptionCode,
  insertRedemption,
  listRedemptionsOf,
  type OperatorRedemptionRow,
  publishBenefitEvent,
  REDEEM_CALL,
  REDEMPTION_CODE_ENCRYPTION_CONTEXT,
  releaseCode,
  voidCode,
} from '../../entitlements/index.ts'
import type { LockedAccount } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { readTime } from '../../platform/db/database-clock.ts'
import { forgetIdempotentCalls } from '../../platform/idempotency/idempotent-call-store.ts'
import { decrypt, encrypt } from '../../platform/keys/encryption.ts'
import { accountNotFound, findUid, lockAccount } from '../account/find-account.ts'
import { createNotifyAccount, type OperationTarget } from '../account/notify-account.ts'
import { OperationError } from '../input/operation-error.ts'
import { loadInstallationKeys } from '../installation/load-installation-keys.ts'

const LIST_MAX = 500
const DAYS_MAX = 36_500

const unknownRedemption = (id: string): OperationError => new OperationError('redemption_unknown', { id })

/** Newest first. Writes an audit event (S-119). Throws an OperationError. */
export async function listUserRedemptions(
  db: Database,
  who: string,
  operator: string,
): Promise<{ uid: string; redemptions: OperatorRedemptionRow[] }> {
  const uid = await findUid(db, who)
  if (uid === undefined) throw accountNotFound()
  const redemptions = await listRedemptionsOf(db, { uid, limit: LIST_MAX })
  const detail = { redemptions: redemptions.length }
  await writeAudit(db, { event: 'redemption.list', outcome: 'ok', uid, operator, detail })
  return { uid, redemptions }
}

/** Only active personal accounts have benefits. Throws an OperationError. */
async function lockReceiver(tx: Queryable, who: string): Promise<LockedAccount> {
  const account = await lockAccount(tx, who)
  if (account.kind !== 'personal') throw new OperationError('account_not_personal')
  if (account.status !== 'active') throw new OperationError('account_inactive')
  return account
}

async function requireRedemption(tx: Queryable, uid: string, id: string) {
  const [found] = /^\d{1,19}$/.test(id) ? await findRedemption(tx, { uid, id }) : []
  if (!found) throw unknownRedemption(id)
  return found
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000)

export interface GivenBenefit {
  readonly uid: string
  /** of the redemption, for `takeBenefit` */
  readonly id: string
  readonly benefit: string
  /** unix seconds; null: without end */
  readonly expiresAt: number | null
}

/** Gives a benefit without a code. `days`: instead of those of the benefit; 0: no end. Throws an OperationError. */
export async function giveBenefit(
  target: OperationTarget,
  order: {
    readonly who: string
    readonly benefit: string
    readonly days?: number | undefined
    readonly operator: string
  },
): Promise<GivenBenefit> {
  const { who, benefit, operator } = order
  const keys = await loadInstallationKeys(target.db, target.config)
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const account = await lockReceiver(tx, who)
    const { uid } = account
    const [known] = await findBenefit(tx, { id: benefit })
    if (!known) throw new OperationError('benefit_unknown', { benefit })
    if (known.retired_at) throw new OperationError('benefit_retired', { benefit })
    const { days = known.days } = order
    if (!Number.isInteger(days) || days < 0 || days > DAYS_MAX)
      throw new OperationError('days_invalid', { max: DAYS_MAX })
    const at = new Date(await readTime(tx))
    const expiresAt = days === 0 ? null : new Date(at.getTime() + days * DAY_SECONDS * 1_000)
    const code = encrypt(keys.redemption, '', REDEMPTION_CODE_ENCRYPTION_CONTEXT)
    const [given] = await insertRedemption(tx, { uid, benefit, code, at, expiresAt })
    if (!given) throw new Error('the redemption was not stored')
    await publishBenefitEvent(tx, { uid, benefit, at, expiresAt }, known.apps)
    const end = expiresAt && secondsOf(expiresAt)
    const detail = { benefit, days, changed: { expiresAt: { from: null, to: end ?? 0 } } }
    await writeAudit(tx, { event: 'benefit.give', outcome: 'ok', uid, operator, detail })
    const names = { en: known.name_en, zh: known.name_zh }
    await notifyAccount(tx, account, { template: 'support_benefit_given', benefit: names })
    return { uid, id: given.id, benefit, expiresAt: end }
  })
}

/** Ends a benefit now. It stays in the person's list, as one that has ended. Throws an OperationError. */
export async function takeBenefit(
  target: OperationTarget,
  { who, id, operator }: { readonly who: string; readonly id: string; readonly operator: string },
): Promise<{ uid: string; benefit: string; endedAt: number }> {
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const account = await lockAccount(tx, who)
    const { uid } = account
    const { benefit, expiresAt, apps, nameEn, nameZh } = await requireRedemption(tx, uid, id)
    const [ended] = await endRedemption(tx, { uid, id })
    if (!ended) throw new OperationError('benefit_ended')
    const { at } = ended
    await publishBenefitEvent(tx, { uid, benefit, at, expiresAt: at, withdrawn: true }, apps)
    const changed = { expiresAt: { from: expiresAt ?? 0, to: secondsOf(at) } }
    const detail = { benefit, redemption: id, changed }
    await writeAudit(tx, { event: 'benefit.take', outcome: 'ok', uid, operator, detail })
    const names = { en: nameEn, zh: nameZh }
    await notifyAccount(tx, account, { template: 'support_benefit_taken', benefit: names })
    return { uid, benefit, endedAt: secondsOf(at) }
  })
}

interface TakenRedemption {
  readonly benefit: string
  readonly apps: readonly string[]
  readonly names: { readonly en: string; readonly zh: string }
  /** encrypted */
  readonly code: Buffer
  readonly at: Date
  readonly expiresAt: Date | null
}

/** Removes the redemption of a locked account, once, and tells the apps. Throws an OperationError. */
async function removeRedemption(tx: Queryable, uid: string, id: string): Promise<TakenRedemption> {
  const { benefit, apps, nameEn, nameZh } = await requireRedemption(tx, uid, id)
  const [taken] = await deleteRedemption(tx, { uid, id })
  if (!taken) throw unknownRedemption(id)
  await forgetIdempotentCalls(tx, { uid, call: REDEEM_CALL })
  const now = new Date(await readTime(tx))
  await publishBenefitEvent(tx, { uid, benefit, at: now, expiresAt: now, withdrawn: true }, apps)
  const names = { en: nameEn, zh: nameZh }
  return { benefit, apps, names, code: taken.code, at: taken.at, expiresAt: taken.expires_at }
}

/**
 * Undoes a redemption: it leaves the person's list. `code`: what becomes of the code. An unused one can be redeemed by anybody again,
 * as long as its batch allows it. Throws an OperationError.
 */
export async function undoRedemption(
  target: OperationTarget,
  order: {
    readonly who: string
    readonly id: string
    readonly code: 'unused' | 'void'
    readonly operator: string
  },
): Promise<{ uid: string; benefit: string; batch: string; number: number }> {
  const { who, id, code: state, operator } = order
  const keys = await loadInstallationKeys(target.db, target.config)
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    // The account first: a redemption locks in this order.
    const account = await lockAccount(tx, who)
    const { uid } = account
    const { benefit, code, names } = await removeRedemption(tx, uid, id)
    const plain = parseRedemptionCode(
      decrypt(keys.redemption, code, REDEMPTION_CODE_ENCRYPTION_CONTEXT).toString(),
    )
    if (plain === undefined) throw new OperationError('redemption_without_code')
    const hash = hashRedemptionCode(keys.redemption, plain)
    const [released] = await (state === 'void' ? voidCode : releaseCode)(tx, { hash })
    if (!released) throw new OperationError('redemption_not_redeemed')
    const { batch, number } = released
    const changed = { code: { from: 'redeemed', to: state } }
    const detail = { benefit, redemption: id, batch, number, changed }
    await writeAudit(tx, { event: 'redemption.undo', outcome: 'ok', uid, operator, detail })
    const template = state === 'void' ? 'support_redemption_voided' : 'support_redemption_undone'
    await notifyAccount(tx, account, { template, benefit: names })
    return { uid, benefit, batch, number }
  })
}

/** Moves a redemption with its dates to another account. Both get an email. Throws an OperationError. */
export async function moveRedemption(
  target: OperationTarget,
  order: { readonly who: string; readonly id: string; readonly to: string; readonly operator: string },
): Promise<{ uid: string; to: string; benefit: string }> {
  const { who, id, operator } = order
  const notifyAccount = await createNotifyAccount(target)
  return target.db.transaction(async tx => {
    const [from, to] = [await findUid(tx, who), await findUid(tx, order.to)]
    if (from === undefined || to === undefined) throw accountNotFound()
    if (from === to) throw new OperationError('account_same')
    // In the order of the uids: two moves at once must not wait for each other.
    const locked = new Map<string, LockedAccount>()
    for (const uid of [from, to].sort())
      locked.set(uid, uid === to ? await lockReceiver(tx, uid) : await lockAccount(tx, uid))
    const [giver, receiver] = [locked.get(from), locked.get(to)]
    if (!giver || !receiver) throw accountNotFound()
    const { benefit, apps, names, code, at, expiresAt } = await removeRedemption(tx, from, id)
    await insertRedemption(tx, { uid: to, benefit, code, at, expiresAt })
    await publishBenefitEvent(tx, { uid: to, benefit, at, expiresAt }, apps)
    const detail = { benefit, redemption: id, changed: { uid: { from, to } } }
    const audit = { event: 'redemption.move', outcome: 'ok', operator, detail } as const
    await writeAudit(tx, { ...audit, uid: from })
    await writeAudit(tx, { ...audit, uid: to })
    await notifyAccount(tx, giver, { template: 'support_benefit_taken', benefit: names })
    await notifyAccount(tx, receiver, { template: 'support_benefit_given', benefit: names })
    return { uid: from, to, benefit }
  })
}
