/** Steps of a social sign-in that replace the login form, reached by the demo provider. */
import type { Page } from '@playwright/test'
import { waitForHydration } from '../lib/hydration.ts'
import { businessToken, DEMO } from '../lib/people.ts'
import { answerProvider, chooseChannel, type Identity, newName } from '../lib/provider.ts'

const arrive = async (page: Page): Promise<void> => {
  await page.waitForURL(/\/(en|zh)\/login\?/)
  await waitForHydration(page)
}

const by =
  (identity: Omit<Identity, 'name'>, action: 'continue' | 'refuse', shown: string) => async (page: Page) => {
    await chooseChannel(page)
    await answerProvider(page, { name: newName(), ...identity }, action)
    await arrive(page)
    await page.locator(shown).first().waitFor()
  }

/** The email has an account: reauthentication is required. */
export const socialProof = by({ email: DEMO.email }, 'continue', 'input[name=password]')

/** The provider sent no email. */
export const socialMailbox = by({ choice: 'none' }, 'continue', 'main input[name=email]')

/** A new account was created. */
export const socialWelcome = by({}, 'continue', 'main svg')

/** The person declined at the provider. */
export const socialRefused = by({}, 'refuse', '[role=alert]')

/** A link contains a token of another account than the one signed in. */
export async function otherAccount(page: Page): Promise<void> {
  const token = await businessToken(new URL(page.url()).origin)
  await page.goto(`${page.url()}?ut=${token}`)
  await page.getByRole('dialog').waitFor()
}
