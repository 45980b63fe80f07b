/** One browser for a run. */
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../e2e/lib/chromium.ts'
import { atEnd } from '../harness/clean-up.ts'

let opened: Promise<Browser> | undefined

export function browser(): Promise<Browser> {
  opened ??= launchBrowser().then(found => {
    atEnd(() => found.close())
    return found
  })
  return opened
}
