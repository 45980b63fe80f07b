import { createHumanChallenge } from '@kerf/contract/endpoints/verification'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { Card } from '../../ui/card/card.tsx'
import { HumanCheck } from './human-check.tsx'

test('one button makes the cut for people who cannot drag', async () => {
  showTestPage()
  const network = stubNetwork()
  network.answer(createHumanChallenge, () => new Promise<never>(() => {}))
  const screen = await render(<HumanCheck onTicket={() => {}} onCancel={() => {}} />)
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
  const screen = await render(<HumanCheck onTicket={() => {}} onCancel={() => {}} />)
  const slider = screen.getByRole('slider', { name: /^Guide the laser along the line/ })
  await expect.element(slider).toHaveFocus()
  await userEvent.keyboard('{ArrowRight>40/}')
  await expect.element(slider).toHaveValue('40')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '40% cut')
  await userEvent.keyboard('{End}')
  await expect.element(slider).toHaveValue('100')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '100% cut')
})

function Asking() {
  const [isAsked, setAsked] = useState(false)
  return (
    <Card title="Code">
      <button type="button" onClick={() => setAsked(true)}>
        Get code
      </button>
      {isAsked && <HumanCheck onTicket={() => {}} onCancel={() => setAsked(false)} />}
    </Card>
  )
}

test('the card that asked turns its back, and shows what it had after a cancel', async () => {
  showTestPage()
  stubNetwork().answer(createHumanChallenge, () => new Promise<never>(() => {}))
  const screen = await render(<Asking />)
  const button = screen.getByRole('button', { name: 'Get code' })
  await button.click()
  await expect.element(screen.getByRole('slider')).toHaveFocus()
  await expect.element(screen.getByRole('heading', { name: 'Show that you’re human' })).toBeVisible()
  await expect.element(screen.getByText('Get code')).not.toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toBeVisible()
  await expect.element(button).toHaveFocus()
})
