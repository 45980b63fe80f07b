/** Origins that may call the API (S-046, S-047): an exact list, without reflection and without `null`. */
export interface OriginRule {
  readonly own: () => string
  /** origins of the brands; in development also those of `DEV_ORIGINS` and of the development pages */
  readonly listed: () => ReadonlySet<string>
}

export const isAllowedOrigin = (origin: string, rule: OriginRule): boolean =>
  origin === rule.own() || rule.listed().has(origin)

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
