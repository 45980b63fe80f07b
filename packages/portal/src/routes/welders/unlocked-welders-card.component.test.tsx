import { listUnlockedMachines, removeUnlockedMachine } from '@kerf/contract/endpoints/welder'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import type { UnlockedMachine } from './unlocked-machine-row.tsx'
import { UnlockedWeldersCard } from './unlocked-welders-card.tsx'

const welder = (machine: string, snEnd: string): UnlockedMachine => ({
  machine,
  snEnd,
  lightSource: '1200W',
  firstRequest: 1_750_000_000,
  lastRequest: 1_750_000_000,
})

const renderCard = async (machines: UnlockedMachine[]) => {
  const network = stubNetwork()
  const asked = network.answer(listUnlockedMachines, () => ({ machines }))
  showTestPage()
  const screen = await render(
    <QueryProvider>
      <UnlockedWeldersCard />
    </QueryProvider>,
  )
  await expect.poll(() => asked).toHaveLength(1)
  return { network, screen }
}

test('is absent while no welder was unlocked', async () => {
  const { screen } = await renderCard([])
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
})

test('lists the welders; removing one keeps the focus, removing the last one removes the card', async () => {
  const { network, screen } = await renderCard([welder('a', '89CDEF'), welder('b', '000001')])
  const removed = network.answer(removeUnlockedMachine, () => ({}))
  await expect.element(screen.getByRole('heading', { name: 'Unlocked welders' })).toBeVisible()
  expect(screen.getByRole('listitem').elements()).toHaveLength(2)
  await screen.getByRole('button', { name: /ends in 89CDEF/ }).click()
  await expect.element(screen.getByText(/89CDEF/)).not.toBeInTheDocument()
  await expect.element(screen.getByRole('list')).toHaveFocus()
  await screen.getByRole('button', { name: /ends in 000001/ }).click()
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
  expect(removed).toEqual([{ machine: 'a' }, { machine: 'b' }])
})
