/** Attributes of the cookies that the server sets, and values of those that it receives. */
import { isIP } from 'node:net'

export interface CookieSettings {
  /** host of the portal */
  readonly host: string
  readonly https: boolean
  /** COOKIE_DOMAIN, or undefined for the host itself */
  readonly domain: string | undefined
}

/** Options from the page's URL. They can only make the cookie stricter. */
export interface CookieOptions {
  readonly sameSite?: 'lax' | 'strict' | undefined
  readonly insecure: boolean
  /** the cookie is partitioned by the embedding site, because the browser blocks other cookies in this frame */
  readonly partitioned: boolean
}

export const NO_COOKIE_OPTIONS: CookieOptions = { sameSite: undefined, insecure: false, partitioned: false }

/**
 * Name of a cookie for this host only. The `__Host-` prefix keeps sibling hosts and pages of the parent domain from setting it
 * (S-045); engines accept the prefix on https only.
 */
export const hostCookieName = (name: string, { https }: Pick<CookieSettings, 'https'>): string =>
  https ? `__Host-${name}` : name

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '::1'

/** The domain this host sets its cookie for: COOKIE_DOMAIN, or its own name. */
export const cookieDomain = ({ host, domain }: CookieSettings): string => domain ?? host

/** Domain attribute of the cookie; '' for IP addresses and names without a dot, whose cookie belongs to the host alone. */
export function sharedDomain(settings: CookieSettings): string {
  const name = cookieDomain(settings)
  return name.includes('.') && isIP(name) === 0 ? name : ''
}

export function domainAttribute(settings: CookieSettings): string {
  const domain = sharedDomain(settings)
  return domain && `; Domain=${domain}`
}

/**
 * Attributes that browsers accept: `SameSite=None; Secure` or stricter on https and on loopback, which browsers trust like
 * https; `Lax` without `Secure` on other http hosts, where browsers reject `None`.
 */
export function securityAttributes(settings: CookieSettings, options: CookieOptions): string {
  const secure = settings.https || (isLoopback(settings.host) && !options.insecure)
  const sameSite =
    options.sameSite === 'strict' ? 'Strict' : options.sameSite === 'lax' || !secure ? 'Lax' : 'None'
  // A stricter cookie is not sent in a cross-site frame, so partitioning would have no effect.
  const partitioned = options.partitioned && secure && sameSite === 'None'
  return `; SameSite=${sameSite}${secure ? '; Secure' : ''}${partitioned ? '; Partitioned' : ''}`
}

/** A partitioned cookie and one without a partition are different cookies. */
export const clearedVariants = ({ partitioned }: CookieOptions): CookieOptions[] =>
  partitioned ? [NO_COOKIE_OPTIONS, { ...NO_COOKIE_OPTIONS, partitioned }] : [NO_COOKIE_OPTIONS]

/** Every value of a cookie. More than one is a sign of cookie tossing. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined || !header.includes(name)) return []
  return header
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${name}=`))
    .map(pair => pair.slice(name.length + 1))
}

/** The value of a cookie, if there is exactly one. */
export function singleCookie(header: string | undefined, name: string): string | undefined {
  const [value, ...others] = cookieValues(header, name)
  return others.length === 0 ? value : undefined
}
