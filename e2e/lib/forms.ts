/** Finds and fills forms by their visible labels. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './people.ts'

const text = (page: Page | Locator, name: string) => page.getByRole('textbox', { name, exact: true })

export const email = (page: Page) => text(page, 'Email')
export const password = (page: Page) => text(page, 'Password')
export const newPassword = (page: Page) => text(page, 'New password')
export const newPasswordAgain = (page: Page) => text(page, 'Confirm new password')
export const account = (page: Page) => text(page, 'Business account ID')
export const code = (page: Page | Locator) => text(page, 'Verification code')
export const remember = (page: Page) => page.getByRole('checkbox', { name: 'Remember me' })
export const agreement = (page: Page) => page.getByRole('checkbox', { name: 'I have read and agree' })
/** Ticks the box for the terms, where the form has one: see `agreement.ts` of the portal. */
export async function agree(page: Page): Promise<void> {
  if (await agreement(page).isVisible()) await agreement(page).check()
}
export const getCode = (page: Page) => page.getByRole('button', { name: /^Get code|^Resend/ })
export const byCode = (page: Page) => page.getByRole('tab', { name: 'Email code' })
export const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true })
export const createAccount = (page: Page) => page.getByRole('button', { name: 'Create account' })
export const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account and display' })
export const logOut = (page: Page) => page.getByRole('button', { name: 'Log out', exact: true })
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** To the next step of a sign-up or a recovery. */
export const goOn = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Continue', exact: true })

/** First step of an open sign-up: the code is requested. */
export async function startSignUp(page: Page, address: string): Promise<void> {
  await email(page).fill(address)
  await goOn(page).click()
}

/** The email with a code may be quicker than the answer with its nonce. Without a nonce the page sends no code. */
export const waitForNonce = (within: Page | Locator): Promise<void> =>
  within
    .getByText(/We sent a code to/)
    .first()
    .waitFor()

/** Enters a code that was mailed. */
export async function enterCode(within: Page | Locator, received: string): Promise<void> {
  await waitForNonce(within)
  await code(within).fill(received)
}

/** Second and third step: the last digit leads to the password, beside the terms. */
export async function finishSignUp(page: Page, received: string, chosen?: string): Promise<void> {
  await enterCode(page, received)
  await setFirstPassword(page, chosen)
}

/** Third step of a sign-up. */
export async function setFirstPassword(page: Page, chosen = 'cut-along-77'): Promise<void> {
  await password(page).fill(chosen)
  await agreement(page).check()
  await createAccount(page).click()
}

/** Goes from the login page to the form of sign-up. The login form stays on screen until the code of the other has loaded. */
export async function openSignUp(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign up' }).click()
  await goOn(page).waitFor()
}

/** Fills and submits the form of an open login page. */
export async function signIn(page: Page, person: Person, options: { remember?: boolean } = {}) {
  await email(page).fill(person.email)
  await password(page).fill(person.password)
  if (options.remember) await remember(page).check()
  await agree(page)
  await logIn(page).click()
}

/**
 * Clicks a button of the account menu. The menu is opened again if its page was just replaced, for example after a login or by
 * the news of a login at another host.
 */
export async function clickInAccountMenu(page: Page, button: Locator): Promise<void> {
  await expect(async () => {
    if ((await accountMenu(page).getAttribute('aria-expanded')) === 'false') await accountMenu(page).click()
    await button.click({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

export const signOut = (page: Page): Promise<void> => clickInAccountMenu(page, logOut(page))

/** Waits until the page shows the name or email of the account. */
export async function waitForPerson(page: Page, name: string): Promise<void> {
  await page.getByText(name).filter({ visible: true }).first().waitFor()
}

/** Waits until the page has the given path, with any query. */
export async function waitForPath(page: Page, path: string): Promise<void> {
  await page.waitForURL(url => url.pathname === path)
}

/** The message of a field: its error, else its hint; it is the first of what describes the field. */
export async function fieldMessage(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label).and(page.locator('input'))
  const [id] = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
  return id ? ((await page.locator(`[id="${id}"]`).textContent()) ?? '') : ''
}

/** Label of the focused field or button. */
export const focusedLabel = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null
    return at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? ''
  })
