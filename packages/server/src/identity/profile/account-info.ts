/** What an account may see of itself: the listed fields only (S-074). */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { getBasicInfo, getFullInfo } from '@kerf/contract/endpoints/profile'
import type { Queryable } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { findFullInfo } from '../account/account-store.ts'
import { countUsablePasskeys } from '../passkey/passkey-store.ts'
import type { SessionClaims } from '../session/session-claims.ts'
import { listSocialLinks } from '../social/social-link-store.ts'
import { headpicUrl } from './headpic.ts'

type BasicSource = Pick<
  SessionClaims,
  'uid' | 'nickname' | 'headpic' | 'country' | 'region' | 'enterprise_id'
>

/** From the session check's row: asks the database nothing more. */
export const basicInfo = (row: BasicSource, publicUrl: URL): OutputOf<typeof getBasicInfo> => ({
  uid: row.uid,
  nickname: row.nickname,
  headpic: headpicUrl(publicUrl, row.headpic),
  country: row.country,
  region: row.region,
  enterpriseUser: row.enterprise_id === null ? null : { uid: row.enterprise_id },
})

export async function fullInfo(
  db: Queryable,
  uid: string,
  publicUrl: URL,
): Promise<OutputOf<typeof getFullInfo>> {
  const [[row], social, [counted]] = await Promise.all([
    findFullInfo(db, { uid }),
    listSocialLinks(db, { uid }),
    countUsablePasskeys(db, { uid }),
  ])
  if (!row) throw new ApiError('expired_login')
  return {
    ...basicInfo(row, publicUrl),
    email: row.email,
    userName: row.user_name || row.nickname,
    hasPassword: row.has_password,
    passkeys: counted?.count ?? 0,
    defaultPassword: row.default_password,
    gender: row.gender,
    birthday: row.birthday,
    introduction: row.introduction,
    social: social.map(link => ({ channel: link.channel, name: link.name, boundAt: link.bound_at })),
    analyticsId: row.analytics_id,
    memberSince: row.created_at,
  }
}
