import { listMachines } from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Machine } from '../../features/machines/machines-query.ts'
import { testMachine } from '../../features/machines/test-machines.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { HomeHeader } from './home-header.tsx'

const person = { name: 'Ada', picture: '', detail: 'ada@example.com', memberSince: 1_790_000_000 }

const renderHeader = (machines: Machine[]) => {
  stubNetwork().answer(listMachines, () => ({ machines, requests: [] }))
  showTestPage()
  return render(
    <QueryProvider>
      <HomeHeader person={person} />
    </QueryProvider>,
  )
}

test.each([
  [[], 'No machines yet'],
  [[testMachine(), testMachine({ id: 'm_2' })], 'Laser cutter'],
  [[testMachine(), testMachine({ id: 'm_2', line: 'printer' })], 'Laser cutter, 3D printer'],
])('says who the person is and which kinds of machines they have', async (machines, kinds) => {
  await setViewportWidth(320)
  const screen = await renderHeader(machines)
  await expect.element(screen.getByRole('heading', { name: 'Ada' })).toBeVisible()
  await expect.element(screen.getByText('ada@example.com')).toBeVisible()
  await expect.element(screen.getByText(/^Member since/)).toBeVisible()
  await expect.element(screen.getByText(kinds, { exact: true })).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
