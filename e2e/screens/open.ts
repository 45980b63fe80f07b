/** Opens screens as their viewers see them, with the demo accounts signed in. */
import type { Language } from '@kerf/contract/language'
import type { BrowserContext, Page } from '@playwright/test'
import { waitForHydration } from '../lib/hydration.ts'
import { businessToken, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { waitForSettled } from '../lib/settled.ts'
import type { Screen, Viewer } from './screens.ts'

const SIGN_IN: Readonly<Record<Exclude<Viewer, 'visitor'>, (url: string) => Promise<string>>> = {
  personal: url => signInElsewhere(url),
  business: businessToken,
}

const tokens = new Map<string, Promise<string>>()

function tokenOf(viewer: Exclude<Viewer, 'visitor'>, url: string): Promise<string> {
  const key = `${viewer} ${url}`
  const token = tokens.get(key) ?? SIGN_IN[viewer](url)
  tokens.set(key, token)
  return token
}

/** Opens a screen in an empty page of the context, else in a new one, and waits until it is complete. */
export async function openScreen(
  context: BrowserContext,
  url: string,
  screen: Screen,
  language: Language,
  query = '',
): Promise<Page> {
  const page = context.pages().find(one => one.url() === 'about:blank') ?? (await context.newPage())
  await showScreen(page, url, screen, language, query)
  return page
}

/** Opens a screen in a page that may show another one, and waits until it is complete. */
export async function showScreen(
  page: Page,
  url: string,
  { viewer, path }: Screen,
  language: Language,
  query = '',
): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  if (viewer !== 'visitor') await setTokenCookie(context, url, await tokenOf(viewer, url))
  // A path without a language takes it from the parameter `l`.
  const address = path.startsWith('/')
    ? new URL(`${path}?l=${language}`, url)
    : new URL(`/${language}/${path}`, url)
  if (query) address.search += (address.search && '&') + query
  await page.goto(address.href)
  await waitForHydration(page)
  // A visitor's page is complete once it is hydrated, the scanner once the camera has answered; account data is loaded afterwards.
  if (viewer !== 'visitor') await waitForSettled(page)
  await page.waitForFunction(
    () => document.querySelector('[class*="_skeleton"], [data-checking], [data-starting]') === null,
  )
}
