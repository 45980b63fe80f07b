/** The sample of `npm run engines` in `npm test -- --full`: one app with a web view of its own, if this machine has any. */
import { newPerson } from '../lib/people.ts'
import { sharedProduct } from '../lib/shared-product.ts'
import { FULL, test } from '../lib/test.ts'
import { checkSample } from './checks.ts'
import { closeDisplay } from './display.ts'
import { openSample, type SampleToolkit, sampleVersion } from './sample-app.ts'

/** The oldest engine first: it is the one that a change breaks most easily. */
const TOOLKITS: readonly SampleToolkit[] = ['PyQt5', 'PyQt6', 'webkitgtk', 'wx']

test.afterAll(closeDisplay)

test('an app signs in and is called by its native bridge', FULL, async ({ url }) => {
  const missing: string[] = []
  for (const toolkit of TOOLKITS) {
    const error = await sampleVersion(toolkit).then(
      () => undefined,
      (reason: Error) => reason.message,
    )
    if (error === undefined) {
      const site = { portal: sharedProduct().samples.portal, newPerson: () => newPerson(url) }
      return checkSample((portal, cookies) => openSample(toolkit, portal, cookies), 'allowed', site)
    }
    missing.push(`${toolkit}: ${error}`)
  }
  test.skip(true, `No other engine is installed (npm run engines -- --install). ${missing.join('; ')}`)
})
