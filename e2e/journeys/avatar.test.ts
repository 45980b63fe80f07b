import type { Page } from '@playwright/test'
import { newPerson } from '../lib/people.ts'
import { carryToken } from '../lib/session.ts'
import { expect, type Journey, test } from '../lib/test.ts'

async function openSettings({ context, url, open }: Journey): Promise<void> {
  const person = await newPerson(url)
  await carryToken(context, url, person.token)
  await open('/en/profile')
}

/** A drawing of the browser's own, as a file. */
async function drawing(page: Page, type: string, width = 640, height = 480): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([type, width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const pen = canvas.getContext('2d')
      if (pen) {
        pen.fillStyle = '#c63'
        pen.fillRect(width / 4, height / 4, width / 2, height / 2)
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

for (const type of ['image/png', 'image/jpeg', 'image/webp']) {
  test(`crops, uploads, shows and removes a picture of type ${type}`, async ({ journey }) => {
    const { page } = journey
    await openSettings(journey)
    await choose(page, 'me', type, await drawing(page, type))
    const dialog = page.getByRole('dialog', { name: 'Place your picture' })
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
    await page.getByText('Your picture is removed.').waitFor()
    expect(await picture(page).count()).toBe(0)
  })
}

test('rejects a file that is no picture and one that is too large', async ({ journey }) => {
  const { page } = journey
  await openSettings(journey)
  const fault = page.getByRole('alert')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose(page, 'me.svg', 'image/svg+xml', svg)
  await fault.getByText('This file format is not supported.').waitFor()
  await choose(page, 'me.png', 'image/png', svg)
  await fault.getByText(/not supported|cannot be read/).waitFor()
  await choose(page, 'me.png', 'image/png', Buffer.alloc(0))
  await fault.getByText(/not supported|cannot be read/).waitFor()
  await choose(
    page,
    'me.png',
    'image/png',
    Buffer.alloc(5 * 1024 * 1024 + 1, await drawing(page, 'image/png')),
  )
  await fault.getByText('This file is too large. The limit is 5 MB.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
