/**
 * Tells the sister hosts of a sign-in or sign-out (decisions 4, S-042): by calls where this browser lets them have their
 * cookies beside our page, else by a way over all of them that ends where it began.
 */
import { createTicket } from '@kerf/contract/endpoints/ticket'
import { isEmbedded } from '@kerf/contract/portal-url'
import { call } from './call.ts'
import { page } from './page.ts'
import { tabForget, tabRecall, tabRemember } from './tab-memory.ts'
import { currentToken } from './token.ts'

const KEY = 'kerfSisters'
/** Milliseconds a sister may take. */
const PATIENCE = 3_000

/** Where the sister's cookies are open to us the domain they are set for. */
type Found = { readonly is: 'open'; readonly domain: string } | { readonly is: 'closed' | 'away' }

/** A session has begun that the sisters do not know of. */
export function oweSisters(): void {
  if (page().data.sisters.length > 0) tabRemember(KEY, 'owed')
}

export const owesSisters = (): boolean => tabRecall(KEY) !== undefined

/** Never rejects and never waits longer than a few seconds. When it goes over the sisters, the page is left for `target`. */
export async function tellSisters(target: string): Promise<void> {
  tabForget(KEY)
  const { sisters } = page().data
  if (isEmbedded(page().url) || window.top !== window.self) return
  const found = await Promise.all(sisters.map(find))
  const told = await Promise.all(found.map((sister, index) => tell(sisters[index] ?? '', sister)))
  if (!told.includes(false)) return
  const skip = told.flatMap((done, index) => (done ? [index] : []))
  location.replace(`/v1/cookie/add-cookies?${new URLSearchParams({ target, skip: skip.join() })}`)
  // The page is being left: nothing more is to be shown.
  return new Promise(() => {})
}

/** The self-check: a cookie that the first look sets is there at the second, or is kept from us. */
async function find(origin: string): Promise<Found> {
  if (origin === location.origin) return { is: 'away' }
  const signal = AbortSignal.timeout(PATIENCE)
  const look = async () => {
    const { data } = await ask(new URL('/v1/cookie/probe', origin), signal)
    return data as { readonly seen: boolean; readonly domain: string }
  }
  try {
    await look()
    const { seen, domain } = await look()
    return seen ? { is: 'open', domain } : { is: 'closed' }
  } catch {
    return { is: 'away' }
  }
}

/** False where only a visit helps. What is away is passed over. */
async function tell(origin: string, found: Found): Promise<boolean> {
  if (found.is !== 'open') return found.is === 'away'
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const utoken = await ticketFor(origin, signal)
    const address = new URL('/v1/cookie/set-cookies', origin)
    address.search = new URLSearchParams({ utoken, domain: found.domain }).toString()
    return (await ask(address, signal)).code === 0
  } catch {
    return false
  }
}

async function ticketFor(target: string, signal: AbortSignal): Promise<string> {
  if (currentToken() === undefined) return ''
  return (await call(createTicket, { purpose: 'sync', target }, { signal })).ticket
}

async function ask(
  address: URL,
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly data: unknown }> {
  const answer = await fetch(address, { credentials: 'include', referrerPolicy: 'no-referrer', signal })
  return answer.json()
}
