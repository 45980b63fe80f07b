import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { toast } from './toast.ts'
import { ToastRegion } from './toast-region.tsx'

const SHOWN_MS = 3_000

// A pointer that an earlier test left over the region would pause its toasts.
beforeEach(() => userEvent.click(document.body, { position: { x: 1, y: 1 }, force: true }))

test('shows a toast that was requested before the region loaded, for three seconds', async () => {
  const requestedAt = performance.now()
  toast('Saved', 'success')
  const screen = await render(<ToastRegion />)
  await expect.element(screen.getByText('Saved')).toBeVisible()
  await expect.poll(() => screen.getByText('Saved').query()).toBeNull()
  expect(performance.now() - requestedAt).toBeGreaterThan(SHOWN_MS * 0.8)
})

test('renews a toast with the same text instead of adding a second one', async () => {
  const screen = await render(<ToastRegion />)
  toast('Login expired', 'danger')
  await expect.element(screen.getByText('Login expired')).toBeVisible()
  toast('Login expired', 'danger')
  expect(screen.getByText('Login expired').elements()).toHaveLength(1)
})

test('shows at most three toasts', async () => {
  const screen = await render(<ToastRegion />)
  for (const text of ['one', 'two', 'three', 'four']) toast(text)
  await expect.element(screen.getByText('four')).toBeVisible()
  await expect.element(screen.getByText('one')).not.toBeVisible()
})

test('the close button removes a toast', async () => {
  const screen = await render(<ToastRegion />)
  toast('Copied')
  await screen.getByRole('button', { name: 'Close' }).first().click()
  await expect.poll(() => screen.getByText('Copied').query()).toBeNull()
})

test('pausing on a toast keeps it', async () => {
  const screen = await render(<ToastRegion />)
  toast('Read me')
  await userEvent.hover(screen.getByText('Read me'))
  await new Promise(resolve => setTimeout(resolve, SHOWN_MS + 500))
  await expect.element(screen.getByText('Read me')).toBeVisible()
})
