import { createHumanChallenge } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { HumanCheckDialog } from './human-check-dialog.tsx'

test('one button makes the cut for people who cannot drag', async () => {
  showTestPage()
  const network = stubNetwork()
  network.answer(createHumanChallenge, () => new Promise<never>(() => {}))
  const screen = await render(<HumanCheckDialog onTicket={() => {}} onCancel={() => {}} />)
  const slider = screen.getByRole('slider')
  await expect.element(slider).toHaveFocus()
  await userEvent.tab()
  const button = screen.getByRole('button', { name: 'Cut without dragging' })
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(slider).toHaveValue('100')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '100% cut')
  await expect.element(button).toHaveFocus()
})

test('the arrow keys cut, and End finishes', async () => {
  showTestPage()
  const network = stubNetwork()
  network.answer(createHumanChallenge, () => new Promise<never>(() => {}))
  const screen = await render(<HumanCheckDialog onTicket={() => {}} onCancel={() => {}} />)
  const slider = screen.getByRole('slider', { name: /^Guide the laser along the line/ })
  await expect.element(slider).toHaveFocus()
  await userEvent.keyboard('{ArrowRight>40/}')
  await expect.element(slider).toHaveValue('40')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '40% cut')
  await userEvent.keyboard('{End}')
  await expect.element(slider).toHaveValue('100')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '100% cut')
})
