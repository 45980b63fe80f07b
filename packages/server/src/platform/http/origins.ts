/** Origins that may call the API (S-046, S-047): an exact list, without reflection and without `null`. */
export interface OriginRule {
  readonly own: () => string
  /** origins of the brands */
  readonly listed: ReadonlySet<string>
  readonly development: boolean
}

const LOCALHOST = /^https?:\/\/(?:[a-z0-9-]+\.)*localhost(?::\d{1,5})?$/

export function isAllowedOrigin(origin: string, rule: OriginRule): boolean {
  return (
    origin === rule.own() ||
    rule.listed.has(origin) ||
    (rule.development && (LOCALHOST.test(origin) || /^http:\/\/127\.0\.0\.1(?::\d{1,5})?$/.test(origin)))
  )
}

/**
 * Prevents cross-site request forgery: a write needs an allowed Origin, or none and a Sec-Fetch-Site that is not cross-site.
 * A client that is not a browser sends neither header.
 */
export function isTrustedWrite(
  origin: string | undefined,
  fetchSite: string | undefined,
  rule: OriginRule,
): boolean {
  if (origin !== undefined) return isAllowedOrigin(origin, rule)
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
}
