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
  /** no codes are created for it since; null: in use */
  readonly retired_at: Date | null
}

const COLUMNS = 'id, name_en, name_zh, days, apps, created_at, retired_at'

export const insertBenefit = statement<BenefitRow, Omit<BenefitRow, 'created_at' | 'retired_at'>>(
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

/** Changes what is not null. Returns no row if there is no such benefit. */
export const updateBenefit = statement<
  BenefitRow,
  { id: string; nameEn: string | null; nameZh: string | null; apps: readonly string[] | null }
>(
  'benefit.update',
  `update benefit set name_en = coalesce($nameEn, name_en), name_zh = coalesce($nameZh, name_zh),
          apps = coalesce($apps::text[], apps)
    where id = $id returning ${COLUMNS}`,
)

/** Returns no row if there is no such benefit, or if it is retired already. */
export const retireBenefit = statement<BenefitRow, { id: string }>(
  'benefit.retire',
  `update benefit set retired_at = now() where id = $id and retired_at is null returning ${COLUMNS}`,
)
