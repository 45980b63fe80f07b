/** What an account may see of itself: the listed fields only (S-074). */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { basic, fullinfo } from '@kerf/contract/endpoints/account'
import type { Queryable } from '../db/database.ts'
import { Fault } from '../lib/fault.ts'
import type { SessionRow } from '../session/session-store.ts'
import { findFullInfo } from './account-store.ts'

type BasicSource = Pick<SessionRow, 'uid' | 'nickname' | 'headpic' | 'country' | 'region' | 'enterprise_id'>

/** From the session check's row: asks the database nothing more. */
export const basicInfo = (row: BasicSource): OutputOf<typeof basic> => ({
  uid: row.uid,
  nickname: row.nickname,
  headpic: row.headpic,
  country: row.country,
  region: row.region,
  enterpriseUser: row.enterprise_id === null ? null : { uid: row.enterprise_id },
})

export async function fullInfo(db: Queryable, uid: string): Promise<OutputOf<typeof fullinfo>> {
  const [row] = await findFullInfo(db, uid)
  if (!row) throw new Fault(20101)
  return {
    ...basicInfo(row),
    email: row.email,
    userName: row.user_name || row.nickname,
    hasPassword: row.has_password,
    defaultPassword: row.default_password,
    gender: row.gender,
    birthday: row.birthday,
    introduction: row.introduction,
    social: [],
    analyticsId: row.analytics_id,
  }
}
