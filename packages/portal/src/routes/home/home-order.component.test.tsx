import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { HomeOrder } from './home-order.tsx'

const now = Math.floor(Date.now() / 1_000)
const account = { hasPassword: true, hasPasskey: false, social: [], twoStep: true }
const here = { current: true, firstLogin: now, lastLogin: now, recognized: true }
const elsewhere = { ...here, current: false, recognized: false }

const order = (sessions: (typeof here)[]) => (
  <HomeOrder account={account} sessions={sessions} machines={<p>Machines</p>} checkup={<p>Check-up</p>}>
    <p>Offer</p>
  </HomeOrder>
)

test('an open question stands above the machines, and stays there when it is answered', async () => {
  const screen = await render(order([here, elsewhere]))
  expect(screen.container.textContent).toBe('Check-upMachinesOffer')
  await screen.rerender(order([here]))
  expect(screen.container.textContent).toBe('Check-upMachinesOffer')
})

test('a check-up without a question follows the machines', async () => {
  const screen = await render(order([here]))
  expect(screen.container.textContent).toBe('MachinesOfferCheck-up')
})
