/** Creates, changes, retires and lists the benefits that redemption codes grant. */
import {
  type BenefitRow,
  findBenefit,
  insertBenefit,
  listBenefits as listBenefitRows,
  retireBenefit as retireBenefitRow,
  updateBenefit,
} from '../../entitlements/index.ts'
import { listApps } from '../../identity/index.ts'
import { changesOf, writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { OperationError } from '../input/operation-error.ts'
import { parseName } from '../input/parse-name.ts'

export interface NewBenefit {
  readonly nameEn: string
  readonly nameZh: string
  /** from redemption to expiry; 0: never expires */
  readonly days: number
  /** codes of the apps that honor it and receive its events; empty: all apps */
  readonly apps: readonly string[]
  readonly operator: string
}

/** Times are unix seconds. */
export interface Benefit {
  readonly id: string
  readonly nameEn: string
  readonly nameZh: string
  readonly days: number
  readonly apps: readonly string[]
  readonly createdAt: number
  /** no codes are created for it since; null: in use */
  readonly retiredAt: number | null
}

const DAYS_MAX = 36_500

const toBenefit = ({
  id,
  name_en: nameEn,
  name_zh: nameZh,
  days,
  apps,
  created_at,
  retired_at,
}: BenefitRow): Benefit => ({
  ...{ id, nameEn, nameZh, days, apps },
  createdAt: Math.floor(created_at.getTime() / 1000),
  retiredAt: retired_at && Math.floor(retired_at.getTime() / 1000),
})

/** Codes of registered apps without duplicates. Throws an OperationError. */
async function parseApps(db: Database, codes: readonly string[]): Promise<readonly string[]> {
  const apps = [...new Set(codes)]
  const known = new Set((await listApps(db)).map(({ code }) => code))
  for (const app of apps) if (!known.has(app)) throw new OperationError('app_code_unknown', { code: app })
  return apps
}

const unknownBenefit = (id: string) => new OperationError('benefit_unknown', { benefit: id })

/** Throws an OperationError. */
export async function createBenefit(db: Database, order: NewBenefit): Promise<Benefit> {
  const { days, operator } = order
  const [nameEn, nameZh] = [parseName(order.nameEn), parseName(order.nameZh)]
  if (!Number.isInteger(days) || days < 0 || days > DAYS_MAX)
    throw new OperationError('days_invalid', { max: DAYS_MAX })
  const apps = await parseApps(db, order.apps)
  return db.transaction(async tx => {
    const id = `ben_${randomHandle()}`
    const [row] = await insertBenefit(tx, { id, name_en: nameEn, name_zh: nameZh, days, apps })
    if (!row) throw new Error('the benefit was not stored')
    await writeAudit(tx, {
      event: 'benefit.create',
      outcome: 'ok',
      operator,
      detail: { benefit: id, days, apps: apps.join(' ') },
    })
    return toBenefit(row)
  })
}

export async function listBenefits(db: Database, operator: string): Promise<readonly Benefit[]> {
  const rows = (await listBenefitRows(db)).map(toBenefit)
  await writeAudit(db, { event: 'benefit.list', outcome: 'ok', operator, detail: { benefits: rows.length } })
  return rows
}

export interface BenefitChange {
  readonly id: string
  readonly nameEn?: string | undefined
  readonly nameZh?: string | undefined
  /** empty: all apps */
  readonly apps?: readonly string[] | undefined
  readonly operator: string
}

/**
 * Changes the names of a benefit or the apps that honor it, for those who have it too. Its days never change: people redeemed
 * it for a stated time. Throws an OperationError.
 */
export async function editBenefit(db: Database, change: BenefitChange): Promise<Benefit> {
  const { id, operator } = change
  const nameEn = change.nameEn === undefined ? null : parseName(change.nameEn)
  const nameZh = change.nameZh === undefined ? null : parseName(change.nameZh)
  const apps = change.apps === undefined ? null : await parseApps(db, change.apps)
  if (nameEn === null && nameZh === null && apps === null) throw new OperationError('nothing_to_change')
  return db.transaction(async tx => {
    const [before] = await findBenefit(tx, { id })
    const [row] = await updateBenefit(tx, { id, nameEn, nameZh, apps })
    if (!row || !before) throw unknownBenefit(id)
    const detail = { benefit: id, changed: changesOf(toBenefit(before), toBenefit(row)) }
    await writeAudit(tx, { event: 'benefit.edit', outcome: 'ok', operator, detail })
    return toBenefit(row)
  })
}

/** No more codes can be created for it. Codes that were given out, and benefits in use, stay. Throws an OperationError. */
export async function retireBenefit(db: Database, id: string, operator: string): Promise<Benefit> {
  return db.transaction(async tx => {
    const [row] = await retireBenefitRow(tx, { id })
    if (!row) {
      const [known] = await findBenefit(tx, { id })
      throw known ? new OperationError('benefit_retired', { benefit: id }) : unknownBenefit(id)
    }
    await writeAudit(tx, { event: 'benefit.retire', outcome: 'ok', operator, detail: { benefit: id } })
    return toBenefit(row)
  })
}
