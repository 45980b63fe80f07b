/** PASSPORT_HOSTS: sibling passport hosts, given as origins or as host names (https). */
import { probeCookies } from '@kerf/contract/endpoints/cookie-sync'
import * as v from 'valibot'
import { tracedFetch } from '../../platform/tracing/traced-fetch.ts'

/** Returns '' for an invalid host. */
export function siblingOrigin(host: string): string {
  const address = host.includes('://') ? host : `https://${host}`
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** A sibling that takes longer is skipped (S-042). */
const PROBE_TIMEOUT_MS = 3_000
const request = tracedFetch('sibling host')
const probeAnswer = v.object({ data: v.pick(probeCookies.output, ['domain']) })

/** Returns the cookie domain of a sibling host, or undefined if it does not answer in time. */
export async function fetchSiblingDomain(origin: string): Promise<string | undefined> {
  try {
    const url = new URL(probeCookies.path, origin)
    // Names below `localhost` resolve to the loopback address (RFC 6761), but not every resolver knows them.
    if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1'
    const response = await request(url, {
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    return v.parse(probeAnswer, await response.json()).data.domain
  } catch {
    return undefined
  }
}
