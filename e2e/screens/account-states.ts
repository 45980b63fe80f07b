/** Brings screens into states with more than one account. */
import type { Page } from '@playwright/test'
import { businessToken, signInElsewhere } from '../lib/people.ts'
import { menu } from './states.ts'

const tokens = new Map<string, Promise<readonly string[]>>()

/** The demo accounts are set aside in the browser of the page. */
export async function setAccountsAside(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const all = tokens.get(origin) ?? Promise.all([signInElsewhere(origin), businessToken(origin)])
  tokens.set(origin, all)
  const value = (await all).map(token => `${token}:`).join('.')
  await page.context().addCookies([
    { name: 'kerfAccounts', value, url: origin, httpOnly: true },
    { name: 'kerfAccountCount', value: '2', url: origin },
  ])
}

export async function accountMenu(page: Page): Promise<void> {
  await setAccountsAside(page)
  await page.reload()
  await menu(page)
  await page.getByRole('list', { name: /^(Other accounts|其他账号)$/ }).waitFor()
}

export async function loginAccounts(page: Page): Promise<void> {
  await setAccountsAside(page)
  await page.reload()
  await page.getByRole('region', { name: /^(Choose an account|选择账号)/ }).waitFor()
}
