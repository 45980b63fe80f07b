/** The demo identity provider's page, filled as a person fills it, in either language. */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'

export interface Identity {
  readonly name: string
  readonly email?: string
  readonly choice?: 'verified' | 'unverified' | 'none'
}

/** Answers the provider's page; `page` shows it, or is about to. */
export async function answerProvider(
  page: Page,
  { name, email = '', choice = 'verified' }: Identity,
  action: 'continue' | 'refuse' = 'continue',
): Promise<void> {
  await page.locator('input[name=name]').fill(name)
  await page.locator(`input[value=${choice}]`).check()
  await page.locator('input[name=email]').fill(email)
  await page.locator(`button[value=${action}]`).click()
}

/** Somebody the provider has not named before. */
export const newName = (): string => `Ada ${randomBytes(5).toString('hex')}`

/** The button of a channel on a page with a form; the terms are agreed to first. */
export async function chooseChannel(page: Page, channel = 'Demo'): Promise<void> {
  await page.locator('main input[name=agreement]').check()
  await page.getByRole('button', { name: new RegExp(`(Continue with|使用) ?${channel}`) }).click()
}
