/** The browser that all sections of a run share. It starts at the first call. */
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../e2e/lib/browser/chromium.ts'
import { addCleanUp } from '../harness/clean-up.ts'

let launched: Promise<Browser> | undefined

export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser().then(browser => {
    addCleanUp(() => {
      launched = undefined
      return browser.close()
    })
    return browser
  })
  return launched
}
