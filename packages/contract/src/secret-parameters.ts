/**
 * Query parameters that carry a token or a ticket. They never appear in a URL that is shown, forwarded or
 * returned to. What statistics and logs leave out: `tracking/tracking-redaction.ts`, the server's `web/response-log.ts`.
 */
export const SECRET_PARAMETERS: readonly string[] = ['ut', 'ticket', 'utoken']

/**
 * Removes the secret parameters from a query string (with its `?`, or empty). All other parameters keep their exact
 * spelling, because the query may be signed.
 */
export function removeSecretParameters(search: string): string {
  const remaining = search
    .replace(/^\?/, '')
    .split('&')
    .filter(pair => !SECRET_PARAMETERS.includes(parameterName(pair)))
    .join('&')
  return remaining && `?${remaining}`
}

/** Decodes the name as a URL parser does, so that `u%74` is recognized as `ut`. */
const parameterName = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? ''
