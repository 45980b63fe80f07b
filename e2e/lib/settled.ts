/** Waits until a page has no pending request. The message stream stays open and does not count. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/messages/message-stream'
import type { BrowserContext, Page, Request } from '@playwright/test'

/** Time without a request after which a page counts as settled; as Playwright's `networkidle`. */
const IDLE_MS = 500
const TIMEOUT_MS = 60_000

const pendingRequests = new WeakMap<BrowserContext, Set<Request>>()

/** Call this before the context opens its first page. */
export function followRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  pendingRequests.set(context, requests)
  context.on('request', request => {
    if (new URL(request.url()).pathname !== MESSAGE_STREAM_PATH) requests.add(request)
  })
  context.on('requestfinished', request => requests.delete(request))
  context.on('requestfailed', request => requests.delete(request))
}

/** For a request that a test never answers. */
export const ignoreRequest = (request: Request): void =>
  void pendingRequests.get(request.frame().page().context())?.delete(request)

/** The requests of a closed page stay pending. The first request of a new page has no frame yet. */
function belongsTo(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return true
  }
}

export async function waitForSettled(page: Page, idleMs = IDLE_MS): Promise<void> {
  const requests = pendingRequests.get(page.context())
  if (!requests) throw new Error('followRequests was not called for this context')
  const deadline = Date.now() + TIMEOUT_MS
  let idleSince = Date.now()
  while (Date.now() - idleSince < idleMs) {
    if (Date.now() > deadline)
      throw new Error(`the page does not settle: ${[...requests].map(one => one.url()).join(', ')}`)
    await sleep(25)
    if ([...requests].some(request => belongsTo(page, request))) idleSince = Date.now()
  }
}
