/** What an account says of itself, one statement a concern. */
import { statement } from '../../platform/db/database.ts'

type Found = { uid: string }

export const updateOtherInfo = statement<
  Found,
  [uid: string, nickname: string | null, introduction: string | null]
>(
  'profile.other_info',
  `update account set nickname = coalesce($2, nickname), introduction = coalesce($3, introduction)
    where uid = $1 returning uid`,
)

export const updateGender = statement<Found, [uid: string, gender: string]>(
  'profile.gender',
  'update account set gender = $2 where uid = $1 returning uid',
)

/** Refused (no row) when the day has not come anywhere on earth yet. */
export const updateBirthday = statement<Found, [uid: string, day: string]>(
  'profile.birthday',
  `update account set birthday = $2::date
    where uid = $1 and $2::date <= (now() at time zone 'utc' + interval '14 hours')::date returning uid`,
)

export const updateCountry = statement<Found, [uid: string, country: string, region: string]>(
  'profile.country',
  'update account set country = $2, region = $3 where uid = $1 returning uid',
)
