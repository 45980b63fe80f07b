/** The demo host around the portal: a frame on another site, or a window that believes it is an app's web view. */

import type { Frame, FrameLocator, Page } from '@playwright/test'
import type { Person } from './people.ts'

export interface HostWishes {
  readonly face?: 'desktop' | 'mobile' | 'browser'
  readonly app?: string
  readonly page?: string
  readonly version?: string
  readonly native?: 'webkit' | 'android'
  readonly answers?: string
  /** milliseconds until the SDK speaks of a portal that does not come up */
  readonly patience?: string
  /** the portal by its other name */
  readonly portal?: string
}

/** The demo host, by a name that is another site than the portal's. */
export const hostUrl = (productUrl: string, wishes: HostWishes): string =>
  `http://host.other.localhost:${new URL(productUrl).port}/dev/host?${new URLSearchParams({ ...wishes })}`

/** The demo host with the portal in its frame. */
export async function openHost(page: Page, productUrl: string, wishes: HostWishes): Promise<FrameLocator> {
  await page.goto(`${hostUrl(productUrl, wishes)}&open`)
  return frameOf(page)
}

export const frameOf = (page: Page): FrameLocator => page.frameLocator('#place iframe')

/** The frame itself, to look into. */
export async function innerFrame(page: Page): Promise<Frame> {
  const handle = await page.locator('#place iframe').elementHandle()
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('there is no frame')
  return frame
}

/** What the host has heard of a kind, newest first. */
export const heard = (page: Page, event: string): Promise<string[]> =>
  page.locator(`#log li[data-event="${event}"]`).allTextContents()

export const hears = (page: Page, event: string, words = ''): Promise<void> =>
  page
    .locator(`#log li[data-event="${event}"]`)
    .filter({ hasText: words })
    .first()
    .waitFor({ state: 'attached' })

/** The portal in a window of its own, with the bridge of a phone's app. */
export async function openPhone(page: Page, productUrl: string, wishes: HostWishes): Promise<Page> {
  await page.goto(`${productUrl}/dev/host?${new URLSearchParams({ face: 'mobile', ...wishes })}`)
  await page.locator('body[data-ready]').waitFor()
  const [phone] = await Promise.all([page.context().waitForEvent('page'), deed(page, 'Open')])
  return phone
}

/** A button of the demo host. */
export const deed = (page: Page, name: string): Promise<void> =>
  page.getByRole('region', { name: 'Controls' }).getByRole('button', { name, exact: true }).click()

type Where = Pick<FrameLocator, 'getByRole'>

export async function signInAt(where: Where, { email, password }: Person): Promise<void> {
  await where.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await where.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await where.getByRole('checkbox', { name: 'I have read and agree' }).check()
  await where.getByRole('button', { name: 'Log in', exact: true }).click()
}

export const isSignedIn = (where: Where): Promise<void> =>
  where.getByRole('heading', { name: 'You are logged in' }).waitFor()

export const isAtLogin = (where: Where): Promise<void> =>
  where.getByRole('button', { name: 'Log in', exact: true }).waitFor()

/**
 * Options of a test over two sites. A header that the test adds would make the browser send a preflight request before
 * every cross-site call.
 */
export const HOST_PAGE = { extraHTTPHeaders: {} } as const
