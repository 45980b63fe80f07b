/** Parameters that must never stand in an address that is shown, sent on or returned to. */
const SECRET = /^(?:ut|ticket|utoken)$/

/**
 * A query string (with its `?`, or empty) without the secret ones. What stays keeps its spelling to the byte, so that
 * cleaning an address never changes what it means.
 */
export function stripSecretParameters(search: string): string {
  const pairs = search.replace(/^\?/, '').split('&')
  const kept = pairs.filter(pair => !SECRET.test(nameOf(pair)))
  const clean = kept.join('&')
  return clean && `?${clean}`
}

/** The name as a parser reads it: `u%74` is `ut`. */
const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? ''
