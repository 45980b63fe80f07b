/** Who the portal is to authenticators, and which pages may use its passkeys (WebAuthn section 5.11). */
import { isIP } from 'node:net'

export interface RelyingParty {
  /** host of PUBLIC_URL */
  readonly id: string
  /** origins whose pages may use the passkeys: the portal and its sibling hosts, never an app */
  readonly origins: readonly string[]
  /** origins that may embed the portal in a frame */
  readonly topOrigins: () => readonly string[]
}

const isLoopbackName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** Whether browsers offer passkeys to pages of this address: they need a secure context and a domain name. */
export const canHavePasskeys = ({ protocol, hostname }: URL): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || isLoopbackName(hostname))

/** Returns undefined where browsers offer no passkeys. */
export function relyingParty(
  publicUrl: URL,
  siblings: readonly string[],
  topOrigins: () => Iterable<string>,
): RelyingParty | undefined {
  if (!canHavePasskeys(publicUrl)) return undefined
  return {
    id: publicUrl.hostname,
    origins: [publicUrl.origin, ...siblings],
    topOrigins: () => [publicUrl.origin, ...topOrigins()],
  }
}
