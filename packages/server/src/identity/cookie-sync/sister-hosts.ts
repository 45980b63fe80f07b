/** PASSPORT_HOSTS: sibling passport hosts, as origins or as bare names (https). */
import * as v from 'valibot'

export function sisterOrigin(host: string): string {
  const address = host.includes('://') ? host : `https://${host}`
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** Milliseconds a sister may take before it is passed over (S-042). */
const PATIENCE = 3_000
const Probe = v.object({ data: v.object({ domain: v.string() }) })

/** The cookie domain a sister answers for; undefined when it does not answer in time. */
export async function askSister(origin: string): Promise<string | undefined> {
  try {
    const probe = new URL('/v1/cookie/probe', origin)
    // Names below `localhost` are this machine (RFC 6761), which not every resolver knows.
    if (probe.hostname.endsWith('.localhost')) probe.hostname = '127.0.0.1'
    const response = await fetch(probe, {
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    return v.parse(Probe, await response.json()).data.domain
  } catch {
    return undefined
  }
}
