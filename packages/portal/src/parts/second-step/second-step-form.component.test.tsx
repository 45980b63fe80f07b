import { ApiError } from '@kerf/contract/client/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import {
  describeLoginStep,
  getPasskeyStepOptions,
  type LoginStepMethod,
  passSecondStep,
  sendLoginCode,
  startFactorRemoval,
} from '@kerf/contract/endpoints/factors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakePasskeys, PASSKEY_OPTIONS } from '../../test/fake-passkeys.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { setViewportWidth } from '../../test/viewport.ts'
import { SecondStepForm } from './second-step-form.tsx'

type Step = OutputOf<typeof describeLoginStep>

const waitingStep = (changes: Partial<Step>): Step => ({
  receiver: 'a***a@example.com',
  wait: 0,
  removalAt: null,
  methods: [],
  purpose: null,
  ...changes,
})

const setUp = async (
  methods: LoginStepMethod[] = ['totp', 'recovery'],
  {
    hasPasskeys = false,
    purpose = null,
    answer = () => waitingStep({ methods, purpose }),
  }: { hasPasskeys?: boolean; purpose?: Step['purpose']; answer?: () => Step | Promise<Step> } = {},
) => {
  showTestPage()
  const browser = hasPasskeys ? fakePasskeys() : undefined
  const network = stubNetwork()
  network.answer(describeLoginStep, answer)
  const [onPassed, onCancel] = [vi.fn(), vi.fn()]
  const step = { flow: 'f'.repeat(43), methods }
  const screen = await render(<SecondStepForm step={step} onPassed={onPassed} onCancel={onCancel} />)
  return {
    network,
    browser,
    onPassed,
    onCancel,
    step,
    screen,
    dialog: screen.getByRole('region', {
      name: methods[0] === 'mail' ? 'Check your email' : 'Two-step login',
    }),
  }
}

test('the field has the focus, also after a change to another way', async () => {
  const { dialog } = await setUp()
  await expect.element(dialog.getByRole('textbox', { name: 'Authenticator code' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Recovery code' })).toHaveFocus()
})

test('sends a complete code by itself', async () => {
  const { network, onPassed, step, dialog } = await setUp()
  const inputs = network.answer(passSecondStep, () => ({ utoken: 't', uid: 'u' }))
  await dialog.getByRole('checkbox').click()
  await dialog.getByRole('textbox', { name: 'Authenticator code' }).click()
  await userEvent.keyboard('123456')
  await expect.poll(() => onPassed).toHaveBeenCalledWith({ utoken: 't', uid: 'u' })
  expect(inputs).toEqual([{ flow: step.flow, method: 'totp', code: '123456', rememberBrowser: true }])
})

test('a refusal names the code of the authenticator app, until another one is typed', async () => {
  const { network, dialog } = await setUp()
  network.answer(passSecondStep, () => {
    throw new ApiError('incorrect_code')
  })
  await dialog.getByRole('textbox', { name: 'Authenticator code' }).click()
  await userEvent.keyboard('123456')
  const refusal = dialog.getByText(/^Incorrect authenticator code/)
  await expect.element(refusal).toBeVisible()
  await userEvent.keyboard('{Backspace}')
  await expect.element(refusal).not.toBeInTheDocument()
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

test.each([
  ['country', /This browser is new/],
  ['connection', /Confirm it’s you again/],
] as const)(
  'asks for the code of the mail, says why: %s, and where it is, and sends another',
  async (purpose, why) => {
    const { network, onPassed, dialog } = await setUp(['mail'], { purpose })
    const sent = network.answer(sendLoginCode, () => ({ wait: 60 }))
    network.answer(passSecondStep, () => ({ utoken: 't', uid: 'u' }))
    await expect.element(dialog.getByRole('status')).toMatchTextContent('a***a@example.com')
    await expect.element(dialog.getByText(why)).toBeVisible()
    await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument()
    const counts = new Set<number>()
    const readCount = () => counts.add(Number(/Resend in (\d+)/.exec(document.body.textContent)?.[1] ?? 0))
    const observer = new MutationObserver(readCount)
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    onTestFinished(() => observer.disconnect())
    await dialog.getByRole('button', { name: 'Resend code' }).click()
    await expect.element(dialog.getByRole('button', { name: /^Resend in/ })).toBeDisabled()
    expect(Math.max(...counts)).toBe(60)
    expect(sent).toHaveLength(1)
    await dialog.getByRole('textbox', { name: 'Verification code' }).click()
    await userEvent.keyboard('123456')
    await expect.poll(() => onPassed).toHaveBeenCalledOnce()
  },
)

test('starts the waiting time for lost factors, says when it ends, and is closed or leads back to the codes', async () => {
  const { network, onCancel, dialog, screen } = await setUp()
  const started = network.answer(startFactorRemoval, () => ({ removalAt: 1_800_000_000 }))
  await dialog.getByRole('button', { name: /^Lost your phone/ }).click()
  const lost = screen.getByRole('region', { name: 'Lost your phone and recovery codes?' })
  await lost.getByRole('button', { name: 'Start the 7-day wait' }).click()
  const waiting = screen.getByRole('region', { name: 'The 7-day wait has begun' })
  await expect.element(waiting.getByText(/^From 2027-01-1\d/)).toBeVisible()
  expect(started).toHaveLength(1)
  await expect.element(waiting.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  await waiting.getByRole('button', { name: 'Back' }).click()
  await expect.element(dialog).toBeVisible()
  expect(onCancel).not.toHaveBeenCalled()
  network.answer(describeLoginStep, () => waitingStep({ removalAt: 1_800_000_000 }))
  await dialog.getByRole('button', { name: /^Lost your phone/ }).click()
  await waiting.getByRole('button', { name: 'Got it' }).click()
  expect(onCancel).toHaveBeenCalledOnce()
})

const topOf = (locator: Locator) => locator.element().getBoundingClientRect().top

test('the wait cannot start before its text has come, and its button stays where it is', async () => {
  const { network, dialog, screen } = await setUp()
  const description = Promise.withResolvers<Step>()
  network.answer(describeLoginStep, () => description.promise)
  await dialog.getByRole('button', { name: /^Lost your phone/ }).click()
  const start = screen.getByRole('button', { name: 'Start the 7-day wait' })
  await expect.element(start).toBeDisabled()
  const before = topOf(start)
  description.resolve(waitingStep({}))
  await expect.element(screen.getByText(/^We email a\*{3}a@/)).toBeVisible()
  await expect.element(start).toBeEnabled()
  expect(Math.abs(topOf(start) - before)).toBeLessThan(1)
})

test('a description that could not be loaded can be asked for again, and help is offered', async () => {
  const { network, dialog, screen } = await setUp()
  network.answer(describeLoginStep, () => {
    throw new ApiError('system')
  })
  await dialog.getByRole('button', { name: /^Lost your phone/ }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByText('Get help')).toBeVisible()
  const start = screen.getByRole('button', { name: 'Start the 7-day wait' })
  await expect.element(start).toBeDisabled()
  network.answer(describeLoginStep, () => waitingStep({}))
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(start).toBeEnabled()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
})

test('the button below a code of the mail stays where it is when the address arrives', async () => {
  const description = Promise.withResolvers<Step>()
  const { dialog } = await setUp(['mail'], { answer: () => description.promise })
  await expect.element(dialog.getByRole('button', { name: 'Resend code' })).toBeDisabled()
  const confirm = dialog.getByRole('button', { name: 'Confirm', exact: true })
  const before = topOf(confirm)
  description.resolve(waitingStep({ methods: ['mail'] }))
  await expect.element(dialog.getByRole('status')).toMatchTextContent('a***a@example.com')
  await expect.element(dialog.getByRole('button', { name: 'Resend code' })).toBeEnabled()
  expect(Math.abs(topOf(confirm) - before)).toBeLessThan(1)
})

test('starts every line of a long link where the other texts start', async () => {
  const { dialog } = await setUp()
  await setViewportWidth(160)
  const link = dialog.getByText(/^Lost your phone/).element()
  const text = document.createRange()
  text.selectNodeContents(link)
  const starts = Array.from(text.getClientRects(), ({ left }) => left)
  expect(starts.length).toBeGreaterThan(1)
  expect(Math.max(...starts) - Math.min(...starts)).toBeLessThan(1)
})

test('removes lost factors by a code of the mail once the waiting time is over', async () => {
  const { network, onPassed, dialog } = await setUp(['totp', 'recovery', 'lost'])
  network.answer(sendLoginCode, () => ({ wait: 60 }))
  const passed = network.answer(passSecondStep, () => ({ utoken: 't', uid: 'u' }))
  await dialog.getByRole('button', { name: 'Remove two-step login' }).click()
  await dialog.getByRole('button', { name: 'Get code' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Verification code' })).toHaveFocus()
  await userEvent.keyboard('123456')
  expect(onPassed).not.toHaveBeenCalled()
  await dialog.getByRole('button', { name: 'Remove two-step login' }).click()
  await expect.poll(() => onPassed).toHaveBeenCalledOnce()
  expect(passed).toMatchObject([{ method: 'lost', code: '123456' }])
})

test('passes with a passkey where the account has one', async () => {
  const { network, browser, onPassed, step, dialog } = await setUp(['totp', 'recovery', 'passkey'], {
    hasPasskeys: true,
  })
  const asked = network.answer(getPasskeyStepOptions, () => ({ options: PASSKEY_OPTIONS }))
  const passed = network.answer(passSecondStep, () => ({ utoken: 't', uid: 'u' }))
  const button = dialog.getByRole('button', { name: 'Use a passkey' })
  await button.click()
  await expect.poll(() => browser?.isOpen).toBe(true)
  browser?.cancel()
  await expect.element(button).toBeEnabled()
  await button.click()
  await expect.poll(() => browser?.isOpen).toBe(true)
  browser?.choose()
  await expect.poll(() => onPassed).toHaveBeenCalledWith({ utoken: 't', uid: 'u' })
  expect(asked).toEqual([{ flow: step.flow }, { flow: step.flow }])
  expect(passed).toMatchObject([{ flow: step.flow, method: 'passkey', credential: { id: 'AQID' } }])
})

test('offers a passkey in place of the waiting time for lost factors', async () => {
  const { dialog, screen } = await setUp(['totp', 'recovery', 'passkey'], { hasPasskeys: true })
  await dialog.getByRole('button', { name: /^Lost your phone/ }).click()
  const lost = screen.getByRole('region', { name: 'Lost your phone and recovery codes?' })
  await expect.element(lost.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await expect.element(lost.getByText('Get help')).toBeVisible()
})

test('offers no passkey where the browser has none', async () => {
  const { dialog } = await setUp(['totp', 'recovery', 'passkey'])
  await expect.element(dialog.getByRole('textbox', { name: 'Authenticator code' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument()
})
