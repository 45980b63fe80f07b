/** Profile columns of table `account`. */
import { statement } from '../../platform/db/database.ts'

type Updated = { uid: string }

/** null leaves a column unchanged. */
export const updateOtherInfo = statement<
  Updated,
  { uid: string; nickname: string | null; introduction: string | null }
>(
  'profile.other_info',
  `update account set nickname = coalesce($nickname, nickname), introduction = coalesce($introduction, introduction)
    where uid = $uid returning uid`,
)

export const updateGender = statement<Updated, { uid: string; gender: 'male' | 'female' }>(
  'profile.gender',
  'update account set gender = $gender where uid = $uid returning uid',
)

/** `day` is YYYY-MM-DD. Returns no row if the day lies in the future in every time zone. */
export const updateBirthday = statement<Updated, { uid: string; day: string }>(
  'profile.birthday',
  `update account set birthday = $day::date
    where uid = $uid and $day::date <= (now() at time zone 'utc' + interval '14 hours')::date returning uid`,
)

export const updateCountry = statement<Updated, { uid: string; country: string; region: string }>(
  'profile.country',
  'update account set country = $country, region = $region where uid = $uid returning uid',
)
