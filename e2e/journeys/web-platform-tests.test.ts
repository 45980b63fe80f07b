/**
 * Ceremonies of the `webauthn` folder of the web-platform-tests: what the browser returns is accepted or refused by the product's
 * verification as the standard says. `WPT_FOLDER` is the root of a checkout; skipped without it.
 */
import { checkCeremonies } from '../lib/ceremony-verification.ts'
import { expect, FULL, test } from '../lib/test.ts'
import {
  type AuthenticatorMode,
  missingWptFiles,
  runWptFile,
  WPT_ORIGIN,
  wptFiles,
} from '../lib/web-platform-tests.ts'

const folder = process.env.WPT_FOLDER ?? ''

/** Assertions about the browser that say nothing of ceremonies, by title, with the reason. */
const NOT_APPLICABLE = new Map([
  ['Capabilities keys are known', 'the browser is newer than the list of the checkout'],
  ['Payment extension is only supported at registration', 'the headless browser has no payments'],
  ['create() with remoteDesktopClientOverride', 'an experiment that the browser has not enabled'],
  [
    'get() with remoteDesktopClientOverride on an unauthorized site',
    'an experiment that the browser has not enabled',
  ],
])

const MODES: readonly AuthenticatorMode[] = ['as asked', 'verifying']

for (const mode of MODES)
  test(
    `accepts and refuses what web-platform-tests receive of an authenticator ${mode}`,
    FULL,
    async ({ browser }) => {
      const reason = 'WPT_FOLDER names no checkout of the web-platform-tests.'
      if (!folder) console.log(`skipped: ${reason}`)
      test.skip(!folder, reason)
      expect(missingWptFiles(folder), 'files that WPT_FOLDER does not have').toEqual([])
      const count = {
        files: 0,
        assertions: 0,
        ceremonies: 0,
        rejected: 0,
        accepted: 0,
        refused: 0,
        changed: 0,
      }
      const notApplicable: string[] = []
      for (const file of wptFiles(folder))
        await test.step(file, async () => {
          const context = await browser.newContext({ baseURL: WPT_ORIGIN })
          const { ceremonies, assertions } = await runWptFile(context, folder, file, mode)
          await context.close()
          // The assertions are about the authenticator that the file asks for.
          if (mode === 'as asked') {
            const applicable = assertions.filter(({ name, passed }) => passed || !NOT_APPLICABLE.has(name))
            for (const { name, passed, message } of applicable)
              expect.soft(passed, `${file}: ${name}: ${message}`).toBe(true)
            for (const { name } of assertions)
              if (!applicable.some(one => one.name === name))
                notApplicable.push(`${file}: ${name}: ${NOT_APPLICABLE.get(name)}`)
            count.assertions += applicable.length
          }
          const verdicts = await checkCeremonies(ceremonies)
          for (const [index, { isAcceptable, result, changed, withVerification }] of verdicts.entries()) {
            const title = `${file}: credential ${index + 1}`
            expect.soft(result, title).toBe(isAcceptable ? 'accepted' : 'passkey_rejected')
            for (const [part, changedResult] of Object.entries(changed))
              expect.soft(changedResult, `${title}, changed: ${part}`).toBe('passkey_rejected')
            // It was refused for the missing user verification alone.
            if (withVerification) expect.soft(withVerification, title).toBe('accepted')
            count[result === 'accepted' ? 'accepted' : 'refused']++
            count.changed += Object.keys(changed).length
          }
          count.files++
          count.ceremonies += ceremonies.length
          count.rejected += ceremonies.filter(({ error }) => error !== undefined).length
        })
      for (const line of notApplicable) console.log(`not applicable: ${line}`)
      console.log(`authenticator ${mode}: ${JSON.stringify(count)}`)
      expect(count.rejected, 'ceremonies that the browser rejected').toBeGreaterThan(0)
      expect(count[mode === 'verifying' ? 'accepted' : 'refused'], 'credentials').toBeGreaterThan(0)
    },
  )
