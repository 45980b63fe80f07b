import { DAY_SECONDS } from '@kerf/contract/limits'

/** New sessions, and new browsers, that are as good as those of long standing. More of them are a crowd: the first to go. */
const NEW_MAX = 20
const NEW_SECONDS = 30 * DAY_SECONDS

/**
 * SQL: whether a row of one account belongs to the crowd of new ones, the latest used apart. A person who logs in from many new browsers
 * ends those logins, not the sessions and known browsers of the owner (S-052). `since`: column of the first use.
 */
export const isCrowd = (since: 'first_seen' | 'first_login'): string => {
  const isNew = `${since} > now() - make_interval(secs => ${NEW_SECONDS})`
  return `${isNew} and row_number() over (partition by ${isNew} order by last_seen desc) > ${NEW_MAX}`
}
