/** Which pages may call (S-046, S-047): exact origins, no reflection, no `null`. */
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
 * Whether a write may be believed to come from us or a brand: its Origin is listed; or it has none and the browser does
 * not call it cross-site. A program outside a browser sends neither header.
 */
export function isTrustedWrite(
  origin: string | undefined,
  fetchSite: string | undefined,
  rule: OriginRule,
): boolean {
  if (origin !== undefined) return isAllowedOrigin(origin, rule)
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none'
}
