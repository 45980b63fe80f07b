import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { DigitsPlate } from './digits-plate.tsx'

async function show({ seconds, isRefused }: { seconds: number; isRefused: boolean }) {
  const expireTime = Date.now() / 1_000 + seconds
  const screen = await render(<DigitsPlate digits="271828" expireTime={expireTime} isRefused={isRefused} />)
  const digits = screen.getByLabelText('Digits for the machine')
  await expect.element(digits).toMatchTextContent('271 828')
  return { screen, isStruck: getComputedStyle(digits.element()).textDecorationLine === 'line-through' }
}

test('digits whose code was refused keep their title and their time, and are not struck through', async () => {
  const { screen, isStruck } = await show({ seconds: 300, isRefused: true })
  await expect
    .element(screen.getByRole('region', { name: 'Type these digits into the machine' }))
    .toBeVisible()
  await expect.element(screen.getByText(/Valid for another/)).toBeVisible()
  expect(isStruck).toBe(false)
})

test.each([false, true])('expired digits are struck through (refused before: %s)', async isRefused => {
  const { screen, isStruck } = await show({ seconds: -1, isRefused })
  await expect.element(screen.getByRole('alert')).toMatchTextContent('These digits have expired.')
  await expect.element(screen.getByText(/Valid for another/)).not.toBeInTheDocument()
  expect(isStruck).toBe(true)
})
