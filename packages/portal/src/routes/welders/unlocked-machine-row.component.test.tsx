import { ApiError } from '@kerf/contract/client/client'
import { listUnlockedMachines, removeUnlockedMachine } from '@kerf/contract/endpoints/welder'
import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { unlockedMachinesQuery } from '../../features/welder/unlocked-machines-query.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { type UnlockedMachine, UnlockedMachineRow } from './unlocked-machine-row.tsx'

const welder = (machine: string, snEnd: string): UnlockedMachine => ({
  machine,
  snEnd,
  lightSource: '1200W',
  firstRequest: 1_750_000_000,
  lastRequest: Math.floor(Date.now() / 1000) - 7200,
})

const Machines = () => (
  <div tabIndex={-1} data-testid="content">
    <ul>
      {useQuery(unlockedMachinesQuery()).data?.map(machine => (
        <UnlockedMachineRow key={machine.machine} {...machine} />
      ))}
    </ul>
  </div>
)

async function renderMachines() {
  showTestPage()
  const network = stubNetwork()
  network.answer(listUnlockedMachines, () => ({ machines: [welder('a', '89CDEF'), welder('b', '000001')] }))
  const screen = await render(
    <QueryProvider>
      <Machines />
    </QueryProvider>,
  )
  const remove = screen.getByRole('button', { name: 'Remove the welder whose SN ends in 89CDEF' })
  return { network, screen, remove }
}

test('shows the last use of a welder, and removes it from the list', async () => {
  await setViewportWidth(320)
  const { network, screen, remove } = await renderMachines()
  await expect.element(screen.getByText('SN ends in 89CDEF · 2 hours ago')).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  const removed = network.answer(removeUnlockedMachine, () => ({}))
  await remove.click()
  await expect.element(remove).not.toBeInTheDocument()
  await expect.element(screen.getByText(/^SN ends in 000001/)).toBeVisible()
  await expect.element(screen.getByTestId('content')).toHaveFocus()
  expect(removed).toEqual([{ machine: 'a' }])
})

test('a failed removal leaves the welder in the list', async () => {
  const { network, remove } = await renderMachines()
  const attempts = network.answer(removeUnlockedMachine, () => {
    throw new ApiError('system')
  })
  await remove.click()
  await expect.poll(() => attempts.length).toBe(1)
  await expect.element(remove).not.toHaveAttribute('aria-busy')
  await expect.element(remove).toBeVisible()
})
