import { ApiError } from '@kerf/contract/client/client'
import { postponePassword } from '@kerf/contract/endpoints/password'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { DefaultPasswordAlert } from './default-password-alert.tsx'
import { isPasswordChangePostponed, storePostponement } from './postponement.ts'

async function renderAlert(mustChangeNow = false) {
  showTestPage()
  storePostponement(false)
  const onPostponed = vi.fn()
  const screen = await render(
    <DefaultPasswordAlert mustChangeNow={mustChangeNow} onPostponed={onPostponed}>
      <label>
        New password <input />
      </label>
    </DefaultPasswordAlert>,
  )
  return {
    screen,
    onPostponed,
    alert: screen.getByRole('region', { name: 'Set your own password' }),
    later: screen.getByRole('button', { name: 'Later' }),
    password: screen.getByRole('textbox', { name: 'New password' }),
  }
}

test('says what it is about before the form, and fits the smallest width', async () => {
  await setViewportWidth(320)
  const { alert, later, password } = await renderAlert()
  await expect.element(alert.getByText('Security alert')).toBeVisible()
  await expect.element(password).toBeVisible()
  await expect.element(later).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})

test('remembers in this tab that the change was postponed', async () => {
  const { later, onPostponed } = await renderAlert()
  const calls = stubNetwork().answer(postponePassword, () => ({ left: 2 }))
  await later.click()
  await expect.poll(() => onPostponed.mock.calls.length).toBe(1)
  expect(calls).toHaveLength(1)
  expect(isPasswordChangePostponed()).toBe(true)
  storePostponement(false)
})

test('without a postponement left, the form is the only way and takes the focus', async () => {
  const { screen, later, onPostponed, password } = await renderAlert()
  stubNetwork().answer(postponePassword, () => {
    throw new ApiError('authority')
  })
  await later.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(password).toHaveFocus()
  await expect.element(later).not.toBeInTheDocument()
  expect(onPostponed).not.toHaveBeenCalled()
  expect(isPasswordChangePostponed()).toBe(false)
})

test('another failure is said and leaves both ways', async () => {
  const { screen, later, onPostponed } = await renderAlert()
  stubNetwork().answer(postponePassword, () => {
    throw new ApiError('system')
  })
  await later.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
  await expect.element(later).toBeVisible()
  expect(onPostponed).not.toHaveBeenCalled()
})

test('offers no postponement where it is known that none is left', async () => {
  const { screen, later } = await renderAlert(true)
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(later).not.toBeInTheDocument()
})
