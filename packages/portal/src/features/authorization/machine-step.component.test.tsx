import { ApiError } from '@kerf/contract/client/client'
import { getPairingOutcome } from '@kerf/contract/endpoints/openid'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { MachineDigits, MachineTerms, type PairingState } from './machine-step.tsx'

const setUp = async (digits: string | null = '4071', seconds = 60) => {
  const network = stubNetwork()
  showTestPage()
  let state: PairingState = 'waiting'
  const asked = network.answer(getPairingOutcome, () => ({ state }))
  const onEnded = vi.fn()
  const expireTime = Math.floor(Date.now() / 1_000) + seconds
  const screen = await render(
    <MachineDigits code="BCDF-GHJK" pairing={{ digits, expireTime }} onEnded={onEnded}>
      <a href="/en/activate">Start over</a>
    </MachineDigits>,
  )
  const end = (next: PairingState) => {
    state = next
  }
  return { network, screen, asked, onEnded, end }
}

test('shows the digits in two groups and how long they count, and asks until the machine has them', async () => {
  const { screen, asked, onEnded, end } = await setUp()
  await expect.element(screen.getByRole('status')).toHaveTextContent('40 71')
  await expect.element(screen.getByRole('link', { name: 'Start over' })).toBeVisible()
  await expect.element(screen.getByText(/^Valid for another 0:5\d$/)).toBeVisible()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]).toEqual({ code: 'BCDF-GHJK' })
  expect(onEnded).not.toHaveBeenCalled()
  end('done')
  await expect.poll(() => onEnded.mock.calls).toEqual([['done']])
})

test('goes on after a request that failed', async () => {
  const { network, onEnded } = await setUp()
  let calls = 0
  network.answer(getPairingOutcome, () => {
    calls++
    if (calls === 1) throw new ApiError('system')
    return { state: 'refused' as const }
  })
  await expect.poll(() => onEnded.mock.calls).toEqual([['refused']])
  expect(calls).toBe(2)
})

test('strikes out digits whose time is over', async () => {
  const { screen } = await setUp('4071', 0)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('These digits have expired.')
})

test('of a machine without keys there are no digits to show, and nothing to start over', async () => {
  const { screen } = await setUp(null)
  await expect.element(screen.getByText('The machine logs you in within seconds.')).toBeVisible()
  expect(screen.getByRole('status').query()).toBeNull()
  expect(screen.getByRole('link').query()).toBeNull()
})

test('names the machine by its label and lists only what it asked for', async () => {
  showTestPage()
  const screen = await render(
    <MachineTerms
      name="Laser cutter"
      picture={null}
      machine={{ line: 'laser', snEnd: '000001' }}
      scopes={['openid', 'machine_session']}
    />,
  )
  await expect.element(screen.getByText('SN ends in 000001')).toBeVisible()
  expect(screen.getByRole('listitem').elements()).toHaveLength(1)
})
