import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { TotpSetup } from './totp-setup.tsx'

const SETUP = { secret: 'JBSWY3DPEHPK3PXP'.repeat(2), uri: 'otpauth://totp/demo', qrCode: 'M0 0h7v7h-7z' }

async function setUp(isCoarse: boolean, setup: Partial<typeof SETUP> = SETUP) {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation(query => {
    const list = matchMedia.call(window, query)
    if (query === '(pointer: coarse)') Object.defineProperty(list, 'matches', { value: isCoarse })
    return list
  })
  return render(<TotpSetup {...setup} />)
}

test('shows the QR code beside the key', async () => {
  const screen = await setUp(false)
  await expect.element(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect.element(screen.getByText(/JBSW Y3DP EHPK 3PXP/)).toBeVisible()
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument()
})

test('a phone, which cannot scan itself, opens its own app, and has the QR code on demand', async () => {
  const screen = await setUp(true)
  await expect
    .element(screen.getByRole('link', { name: 'Open the authenticator app' }))
    .toHaveAttribute('href', SETUP.uri)
  const code = screen.getByRole('img', { name: 'QR code for the authenticator app' })
  await expect.element(code).not.toBeInTheDocument()
  await screen.getByText('Scan with another device').first().click()
  await expect.element(code).toBeVisible()
})

test.each([
  ['a phone', true],
  ['a computer', false],
])('what stands below on %s does not move when the key arrives', async (_, isCoarse) => {
  const screen = await setUp(isCoarse, {})
  const height = () => screen.container.getBoundingClientRect().height
  const before = height()
  await expect.element(screen.getByRole('button', { name: 'Copy key' })).toBeDisabled()
  await screen.rerender(<TotpSetup {...SETUP} />)
  await expect.element(screen.getByRole('button', { name: 'Copy key' })).toBeEnabled()
  expect(Math.abs(height() - before)).toBeLessThan(1)
})
