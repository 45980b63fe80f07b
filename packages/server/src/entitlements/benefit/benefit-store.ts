/** Table `benefit`: what a redemption code grants. */
import { statement } from '../../platform/db/database.ts'

export interface BenefitRow {
  readonly id: string
  readonly name_en: string
  readonly name_zh: string
  /** days from redemption to expiry; 0: never expires */
  readonly days: number
  /** codes of the apps that honor it; empty: all apps */
  readonly apps: readonly string[]
  readonly created_at: Date
}

const COLUMNS = 'id, name_en, name_zh, days, apps, created_at'

export const insertBenefit = statement<BenefitRow, Omit<BenefitRow, 'created_at'>>(
  'benefit.insert',
  `insert into benefit (id, name_en, name_zh, days, apps) values ($id, $name_en, $name_zh, $days, $apps)
   returning ${COLUMNS}`,
)

/** Oldest first. */
export const listBenefits = statement<BenefitRow>(
  'benefit.list',
  `select ${COLUMNS} from benefit order by created_at, id`,
)

export const findBenefit = statement<BenefitRow, { id: string }>(
  'benefit.find',
  `select ${COLUMNS} from benefit where id = $id`,
)
