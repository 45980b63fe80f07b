import { DAY_SECONDS } from '@kerf/contract/limits'

/** Sessions, and browsers, of the last 30 days that stand like older ones: the first, and the very last. */
const NEW_KEPT = 20
const NEW_SECONDS = 30 * DAY_SECONDS

/**
 * SQL: whether a row of one account is evicted before the others. A thief of the password who logs in from many new browsers ends
 * those logins, not the sessions and known browsers of the owner, who was there first. `firstUse`: column of the first use.
 */
export const isEvictedFirst = (firstUse: 'first_seen' | 'first_login'): string => {
  const isNew = `${firstUse} > now() - make_interval(secs => ${NEW_SECONDS})`
  const place = (order: string) =>
    `row_number() over (partition by ${isNew} order by ${firstUse} ${order}, last_seen ${order})`
  return `${isNew} and ${place('asc')} > ${NEW_KEPT} and ${place('desc')} > 1`
}
