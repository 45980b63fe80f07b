/** The row behind what an account sees of itself. */
import { statement } from '../../platform/db/database.ts'

export interface FullInfoRow {
  readonly uid: string
  readonly email: string
  readonly user_name: string
  readonly nickname: string
  readonly headpic: string
  readonly country: string
  readonly region: string
  readonly enterprise_id: string | null
  readonly has_password: boolean
  readonly default_password: boolean
  readonly gender: '' | 'male' | 'female'
  readonly birthday: number | null
  readonly introduction: string
  readonly analytics_id: string
}

export const findFullInfo = statement<FullInfoRow, [uid: string]>(
  'account.full_info',
  `select uid, email, user_name, nickname, headpic, country, region, enterprise_id,
          password_hash is not null as has_password, default_password, gender,
          extract(epoch from birthday)::float8 as birthday, introduction, analytics_id
     from account where uid = $1`,
)
