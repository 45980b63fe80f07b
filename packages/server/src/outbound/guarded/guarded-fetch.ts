/** Reads a document at an address that an app named: by the address rule of webhooks, without following redirects. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import {
  createAddressRule,
  createGuardedLookup,
  ForbiddenAddressError,
  type WebhookNetworks,
} from './address-rule.ts'

const REQUEST_TIMEOUT_MS = 2_500
const DOCUMENT_MAX_BYTES = 64 * 1024

/** Like `fetch`, for GET. Rejects when the address is not allowed, or the answer is late or too large. */
export type GuardedFetch = (url: string | URL) => Promise<Response>

export function createGuardedFetch(networks: WebhookNetworks): GuardedFetch {
  const isAllowedAddress = createAddressRule(networks)
  const lookup = createGuardedLookup(isAllowedAddress)
  return async url => {
    const target = new URL(url)
    const host = target.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowedAddress(host)) throw new ForbiddenAddressError()
    const send = target.protocol === 'https:' ? requestHttps : requestHttp
    const options = {
      headers: { accept: 'application/json', 'user-agent': 'kerf-passport' },
      agent: false,
      lookup,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }
    return new Promise((resolve, reject) => {
      send(target, options, answer => {
        const chunks: Buffer[] = []
        let size = 0
        answer
          .on('data', (chunk: Buffer) => {
            size += chunk.length
            chunks.push(chunk)
            if (size > DOCUMENT_MAX_BYTES) answer.destroy(new Error('the document is too large'))
          })
          .on('error', reject)
          .on('end', () => {
            const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
              typeof value === 'string' ? [[name, value] as [string, string]] : [],
            )
            const status = answer.statusCode ?? 0
            // `Response` accepts no other status. Whatever is not 200 is refused anyway.
            resolve(new Response(Buffer.concat(chunks), { status: status === 200 ? 200 : 502, headers }))
          })
      })
        .on('error', reject)
        .end()
    })
  }
}
