/** Fills the page of the demo identity provider, in either language. */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'

export interface Identity {
  readonly name: string
  readonly email?: string
  readonly choice?: 'verified' | 'unverified' | 'none'
}

/** Submits the provider's page, which `page` shows or is loading. */
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

/** A name that the provider has not used before. */
export const newName = (): string => `Ada ${randomBytes(5).toString('hex')}`

/** Agrees to the terms and presses the button of a social sign-in channel. */
export async function chooseChannel(page: Page, channel = 'Demo'): Promise<void> {
  const box = page.locator('main input[name=agreement]')
  if (await box.isVisible()) await box.check()
  await page.getByRole('button', { name: new RegExp(`(Continue with|使用) ?${channel}`) }).click()
}
