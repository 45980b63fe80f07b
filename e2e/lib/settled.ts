/** Waits until a page asks for nothing more. The stream of messages stays open by its nature and does not count. */
import { setTimeout as sleep } from 'node:timers/promises'
import { MESSAGE_STREAM_PATH } from '@kerf/contract/message-stream'
import type { BrowserContext, Page, Request } from '@playwright/test'

/** Milliseconds without a request after which a page counts as settled; as Playwright's own `networkidle`. */
const STILL = 500
const PATIENCE = 20_000

const underWay = new WeakMap<BrowserContext, Set<Request>>()

/** To be called before the context's first page opens. */
export function followRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  underWay.set(context, requests)
  context.on('request', request => {
    if (new URL(request.url()).pathname !== MESSAGE_STREAM_PATH) requests.add(request)
  })
  context.on('requestfinished', request => requests.delete(request))
  context.on('requestfailed', request => requests.delete(request))
}

/** A page that was closed leaves its requests behind; the first one of a new page has no frame yet. */
function isOf(page: Page, request: Request): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return true
  }
}

export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page.context())
  if (!requests) throw new Error('the requests of this context are not followed')
  const until = Date.now() + PATIENCE
  let still = Date.now()
  while (Date.now() - still < STILL) {
    if (Date.now() > until)
      throw new Error(`the page does not settle: ${[...requests].map(one => one.url()).join(', ')}`)
    await sleep(25)
    if ([...requests].some(request => isOf(page, request))) still = Date.now()
  }
}
