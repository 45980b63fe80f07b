/** Profile columns of table `account`. Every statement returns which of them it has changed. */

import type { ChangedField } from '../../outbound/webhook/publish-account-event.ts'
import { statement } from '../../platform/db/database.ts'

/** One row, unless the account does not exist. */
interface ChangedRow {
  readonly changed: readonly ChangedField[]
}

/** Array of the names whose condition holds. */
const changedFields = (fields: Readonly<Record<string, string>>): string =>
  `array_remove(array[${Object.entries(fields)
    .map(([name, condition]) => `case when ${condition} then '${name}' end`)
    .join(', ')}], null)`

/** null leaves a column unchanged. */
export const updateOtherInfo = statement<
  ChangedRow,
  { uid: string; nickname: string | null; introduction: string | null }
>(
  'profile.other_info',
  `with old as (select nickname, introduction from account where uid = $uid for update)
   update account a set nickname = coalesce($nickname, a.nickname), introduction = coalesce($introduction, a.introduction),
          updated_at = now()
     from old where a.uid = $uid
   returning ${changedFields({ nickname: 'a.nickname <> old.nickname', introduction: 'a.introduction <> old.introduction' })} as changed`,
)

export const updateGender = statement<ChangedRow, { uid: string; gender: 'male' | 'female' }>(
  'profile.gender',
  `with old as (select gender from account where uid = $uid for update)
   update account a set gender = $gender, updated_at = now() from old where a.uid = $uid
   returning ${changedFields({ gender: 'a.gender <> old.gender' })} as changed`,
)

/** The earliest time zone is UTC+14. */
const EARLIEST_ZONE_HOURS = 14

/** `day` is YYYY-MM-DD. Returns no row if the day lies in the future in every time zone. */
export const updateBirthday = statement<ChangedRow, { uid: string; day: string }>(
  'profile.birthday',
  `with old as (select birthday from account where uid = $uid for update)
   update account a set birthday = $day::date, updated_at = now() from old
    where a.uid = $uid and $day::date <= (now() at time zone 'utc' + interval '${EARLIEST_ZONE_HOURS} hours')::date
   returning ${changedFields({ birthday: 'a.birthday is distinct from old.birthday' })} as changed`,
)

export const updateCountry = statement<ChangedRow, { uid: string; country: string; region: string }>(
  'profile.country',
  `with old as (select country, region from account where uid = $uid for update)
   update account a set country = $country, region = $region, updated_at = now() from old where a.uid = $uid
   returning ${changedFields({ country: 'a.country <> old.country', region: 'a.region <> old.region' })} as changed`,
)
