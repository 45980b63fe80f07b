/** Creates and lists the benefits that redemption codes grant. */
import { type BenefitRow, insertBenefit, listBenefits as listBenefitRows } from '../../entitlements/index.ts'
import { listApps } from '../../identity/index.ts'
import { writeAudit } from '../../platform/audit/write-audit.ts'
import type { Database } from '../../platform/db/database.ts'
import { randomHandle } from '../../platform/keys/secrets.ts'
import { OperationError } from '../operation-error.ts'
import { parseName } from '../parse-name.ts'

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
}

const DAYS_MAX = 36_500

const toBenefit = ({
  id,
  name_en: nameEn,
  name_zh: nameZh,
  days,
  apps,
  created_at,
}: BenefitRow): Benefit => ({
  ...{ id, nameEn, nameZh, days, apps },
  createdAt: Math.floor(created_at.getTime() / 1000),
})

/** Throws an OperationError. */
export async function createBenefit(db: Database, order: NewBenefit): Promise<Benefit> {
  const { days, operator } = order
  const [nameEn, nameZh] = [parseName(order.nameEn), parseName(order.nameZh)]
  if (!Number.isInteger(days) || days < 0 || days > DAYS_MAX)
    throw new OperationError(`The days are a whole number from 0 (never expires) to ${DAYS_MAX}.`)
  const apps = [...new Set(order.apps)]
  const known = new Set((await listApps(db)).map(({ code }) => code))
  for (const app of apps)
    if (!known.has(app))
      throw new OperationError(`There is no app with the code ${app}. Register it with "kerf app create".`)
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
