/** The demo host with the portal: in a frame of another site, or in a window that simulates an app's web view. */
import type { Frame, FrameLocator, Page } from '@playwright/test'
import { waitForHydration } from '../hydration.ts'
import type { Person } from '../people.ts'

export interface HostOptions {
  readonly face?: 'desktop' | 'mobile' | 'browser'
  readonly app?: string
  readonly page?: string
  readonly version?: string
  readonly native?: 'webkit' | 'android'
  readonly answers?: string
  /** milliseconds until the SDK reports a portal that does not start */
  readonly timeoutMs?: string
  /** address of the portal, when it is not the one of the host */
  readonly portal?: string
}

/** Address of the demo host on another site than the portal. */
export const hostUrl = (productUrl: string, options: HostOptions): string =>
  `http://host.other.localhost:${new URL(productUrl).port}/dev/host?${new URLSearchParams({ ...options })}`

/** Opens the demo host with the portal in its frame. */
export async function openHost(page: Page, productUrl: string, options: HostOptions): Promise<FrameLocator> {
  await page.goto(`${hostUrl(productUrl, options)}&open`)
  return frameOf(page)
}

export const frameOf = (page: Page): FrameLocator => page.frameLocator('#place iframe')

/** The frame itself, to inspect it. */
export async function innerFrame(page: Page): Promise<Frame> {
  const handle = await page.locator('#place iframe').elementHandle()
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('there is no frame')
  return frame
}

/** Events of a kind that the host has received, newest first. */
export const hostEvents = (page: Page, event: string): Promise<string[]> =>
  page.locator(`#log li[data-event="${event}"]`).allTextContents()

export const waitForHostEvent = (page: Page, event: string, words = ''): Promise<void> =>
  page
    .locator(`#log li[data-event="${event}"]`)
    .filter({ hasText: words })
    .first()
    .waitFor({ state: 'attached' })

/** Opens the portal in its own window, with the bridge of a phone's app. */
export async function openPhone(page: Page, productUrl: string, options: HostOptions): Promise<Page> {
  await page.goto(`${productUrl}/dev/host?${new URLSearchParams({ face: 'mobile', ...options })}`)
  await page.locator('body[data-ready]').waitFor()
  const [phone] = await Promise.all([page.context().waitForEvent('page'), pressControl(page, 'Open')])
  return phone
}

/** Presses a button of the demo host. */
export const pressControl = (page: Page, name: string): Promise<void> =>
  page.getByRole('region', { name: 'Controls' }).getByRole('button', { name, exact: true }).click()

type PageOrFrame = Pick<FrameLocator, 'getByRole' | 'locator'>

export async function signInAt(target: PageOrFrame, { email, password }: Person): Promise<void> {
  await waitForHydration(target)
  await target.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await target.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  const box = target.getByRole('checkbox', { name: 'I have read and agree' })
  if (await box.isVisible()) await box.check()
  await target.getByRole('button', { name: 'Log in', exact: true }).click()
}

export const waitForSignedIn = (target: PageOrFrame): Promise<void> =>
  target.getByRole('heading', { name: 'You are logged in' }).waitFor()

export async function waitForLoginPage(target: PageOrFrame): Promise<void> {
  await target.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  await waitForHydration(target)
}

/**
 * Options of a test over two sites. A header that the test adds would make the browser send a preflight request before
 * every cross-site call.
 */
export const HOST_PAGE = { extraHTTPHeaders: {} } as const
