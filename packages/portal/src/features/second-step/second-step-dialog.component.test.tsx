import { ApiError } from '@kerf/contract/client'
import { passSecondStep } from '@kerf/contract/endpoints/factors'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { SecondStepDialog } from './second-step-dialog.tsx'

const setUp = async () => {
  showTestPage()
  const network = stubNetwork()
  const [onPassed, onCancel] = [vi.fn(), vi.fn()]
  const step = { flow: 'f'.repeat(43), methods: ['totp', 'recovery'] as ('totp' | 'recovery')[] }
  const screen = await render(<SecondStepDialog step={step} onPassed={onPassed} onCancel={onCancel} />)
  return { network, onPassed, onCancel, step, dialog: screen.getByRole('dialog', { name: 'Second step' }) }
}

test('sends a complete code by itself', async () => {
  const { network, onPassed, step, dialog } = await setUp()
  const inputs = network.answer(passSecondStep, () => ({ utoken: 't', uid: 'u' }))
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('textbox', { name: 'Code of the app' }).click()
  await userEvent.keyboard('123456')
  await expect.poll(() => onPassed).toHaveBeenCalledWith({ utoken: 't', uid: 'u' })
  expect(inputs).toEqual([{ flow: step.flow, method: 'totp', code: '123456', rememberBrowser: true }])
})

test('takes a recovery code, and shows a wrong one beside the field', async () => {
  const { network, onPassed, dialog } = await setUp()
  network.answer(passSecondStep, () => {
    throw new ApiError('incorrect_code')
  })
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  const field = dialog.getByRole('textbox', { name: 'Recovery code' })
  await field.fill('abcde-fghjk')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveValue('abcde-fghjk')
  expect(onPassed).not.toHaveBeenCalled()
})
