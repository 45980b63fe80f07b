/** Failures that end on the error page of a login or logout by OpenID Connect. */
export interface AuthorizationFailure {
  readonly kind: 'expired' | 'app' | 'server' | 'request' | 'logout'
  /** code of RFC 6749 or '' */
  readonly error: string
  /** id of the request in the server's log, or '' */
  readonly request: string
}

const APP_ERRORS = new Set(['invalid_client', 'unauthorized_client', 'invalid_redirect_uri'])
const SERVER_ERRORS = new Set(['server_error', 'temporarily_unavailable'])

const kindOf = (error: string): AuthorizationFailure['kind'] => {
  if (error === 'expired' || error === 'invalid_session') return 'expired'
  if (APP_ERRORS.has(error)) return 'app'
  return SERVER_ERRORS.has(error) ? 'server' : 'request'
}

/** From the address. Anybody can write such an address, so only the form of a code and of an id is shown. */
export function parseFailure(search: string): AuthorizationFailure {
  const query = new URLSearchParams(search)
  const one = (name: string, form: RegExp): string => {
    const value = query.get(name) ?? ''
    return form.test(value) ? value : ''
  }
  const error = one('error', /^[a-z_]{1,40}$/)
  const kind = query.get('of') === 'logout' ? 'logout' : kindOf(error)
  return { kind, error, request: one('request', /^[\w-]{8}-[0-9a-z]{1,16}$/) }
}
