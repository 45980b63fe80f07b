/** Benefits that codes grant. */
import { writeAudit } from '../platform/audit/write-audit.ts'
import { type Database, statement } from '../platform/db/database.ts'
import { randomHandle } from '../platform/keys/secrets.ts'
import { OperationError } from './operation-error.ts'
import { parseName } from './parse-name.ts'

export interface NewBenefit {
  readonly nameEn: string
  readonly nameZh: string
  /** how long it lasts from its redemption; 0: without end */
  readonly days: number
  /** codes of the apps that honour it and are told; none: all */
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
const COLUMNS = `id, name_en as "nameEn", name_zh as "nameZh", days, apps,
  floor(extract(epoch from created_at))::float8 as "createdAt"`

const insert = statement<
  Benefit,
  [id: string, en: string, zh: string, days: number, apps: readonly string[]]
>(
  'operate.benefit.insert',
  `insert into benefit (id, name_en, name_zh, days, apps) values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
)
const list = statement<Benefit>(
  'operate.benefit.list',
  `select ${COLUMNS} from benefit order by created_at, id`,
)
const knownApps = statement<{ code: string }>('operate.benefit.apps', 'select distinct code from app')

/** Throws an OperationError. */
export async function createBenefit(db: Database, wanted: NewBenefit): Promise<Benefit> {
  const { days, operator } = wanted
  const [nameEn, nameZh] = [parseName(wanted.nameEn), parseName(wanted.nameZh)]
  if (!Number.isInteger(days) || days < 0 || days > DAYS_MAX)
    throw new OperationError(`The days are a whole number from 0 (without end) to ${DAYS_MAX}.`)
  const apps = [...new Set(wanted.apps)]
  const known = new Set((await knownApps(db)).map(({ code }) => code))
  for (const app of apps)
    if (!known.has(app))
      throw new OperationError(
        `There is no app with the code ${app}: register it first with "kerf app create".`,
      )
  return db.transaction(async tx => {
    const [made] = await insert(tx, `ben_${randomHandle()}`, nameEn, nameZh, days, apps)
    if (!made) throw new Error('the benefit was not kept')
    await writeAudit(tx, {
      event: 'benefit.create',
      outcome: 'ok',
      operator,
      detail: { benefit: made.id, days, apps: apps.join(' ') },
    })
    return made
  })
}

export async function listBenefits(db: Database, operator: string): Promise<readonly Benefit[]> {
  const rows = await list(db)
  await writeAudit(db, { event: 'benefit.list', outcome: 'ok', operator, detail: { benefits: rows.length } })
  return rows
}
