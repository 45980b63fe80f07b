/** Second levels under which domains are registered: `kerf.co.uk`, `kerf.com.cn`. */
const SECOND_LEVEL = /\.(?:ac|co|com|edu|gov|net|ne|or|org)\.[a-z]{2}$/

/**
 * The part of a host that cookies are shared below, as far as the name alone tells. Without the list of all public
 * suffixes two sites may pass for one; the ones named here are those that brands of our kind are found under.
 */
export function siteOf(host: string): string {
  if (/^[\d.]+$/.test(host) || host.startsWith('[')) return host
  const levels = SECOND_LEVEL.test(`.${host}`) ? 3 : 2
  return host.split('.').slice(-levels).join('.')
}

export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other)
