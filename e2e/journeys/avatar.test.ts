import type { Page } from '@playwright/test'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, type Journey, test } from '../lib/test.ts'

async function openSettings({ context, url, open }: Journey): Promise<void> {
  const person = await newPerson(url)
  await setTokenCookie(context, url, person.token)
  await open('/en/profile/settings')
}

/** Draws an image in the browser. Returns its file. */
async function drawImage(page: Page, type: string, width = 640, height = 480): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([type, width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const canvasContext = canvas.getContext('2d')
      if (canvasContext) {
        canvasContext.fillStyle = '#c63'
        canvasContext.fillRect(width / 4, height / 4, width / 2, height / 2)
      }
      return canvas.toDataURL(type).split(',')[1] ?? ''
    },
    [type, width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

const picture = (page: Page) => page.locator('main img[src*="headpic"], main img[src*="/files/"]').first()

for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
  test(`crops, uploads, shows and removes a picture of type ${type}`, FULL, async ({ journey }) => {
    const { page } = journey
    await openSettings(journey)
    await choose(page, 'me', type, await drawImage(page, type))
    const dialog = page.getByRole('dialog', { name: 'Adjust your picture' })
    await dialog.getByRole('slider', { name: 'Zoom' }).focus()
    await page.keyboard.press('ArrowRight')
    await dialog.getByRole('button', { name: 'Rotate by 90°' }).click()
    await dialog.getByRole('button', { name: 'Use this picture' }).click()
    await page.getByText('Your new picture is saved.').waitFor()
    await expect
      .poll(() => picture(page).evaluate(img => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Your picture was removed.').waitFor()
    expect(await picture(page).count()).toBe(0)
  })
}

test('rejects files that are not images or too large', FULL, async ({ journey }) => {
  const { page } = journey
  await openSettings(journey)
  const error = page.getByRole('alert')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose(page, 'me.svg', 'image/svg+xml', svg)
  await error.getByText('This file format is not supported.').waitFor()
  await choose(page, 'me.png', 'image/png', svg)
  await error.getByText(/not supported|cannot be read/).waitFor()
  await choose(page, 'me.png', 'image/png', Buffer.alloc(0))
  await error.getByText(/not supported|cannot be read/).waitFor()
  await choose(
    page,
    'me.png',
    'image/png',
    Buffer.alloc(5 * 1024 * 1024 + 1, await drawImage(page, 'image/png')),
  )
  await error.getByText('This file is too large. The limit is 5 MB.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
