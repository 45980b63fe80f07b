import { MESSAGE_STREAM_PATH } from '@kerf/contract/message-stream'
import type { Page, Request } from 'playwright-core'

/** Milliseconds between two looks, and the looks in a row that must find nothing: what follows on an answer begins between two. */
const [LOOK_EVERY, QUIET_LOOKS] = [50, 6]
const PATIENCE = 20_000

/** Watches what a page asks for, from before it is opened; gives a wait until nothing is under way any more. */
export function watchTraffic(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', request => {
    // It lasts as long as the page.
    if (!request.url().includes(MESSAGE_STREAM_PATH)) open.add(request)
  })
  const done = (request: Request) => void open.delete(request)
  page.on('requestfinished', done).on('requestfailed', done)
  return async () => {
    const began = Date.now()
    for (let quiet = 0; quiet < QUIET_LOOKS; quiet = open.size === 0 ? quiet + 1 : 0) {
      if (Date.now() - began > PATIENCE) {
        const waited = [...open].map(request => new URL(request.url()).pathname)
        throw new Error(`still under way: ${waited.join(', ')}`)
      }
      await page.waitForTimeout(LOOK_EVERY)
    }
  }
}
