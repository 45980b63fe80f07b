import { listMachines } from '@kerf/contract/machines/machines'
import { listWorkshops } from '@kerf/contract/machines/workshops'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { testMachine } from '../../features/machines/test-machines.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { DeletePersonalAccount } from './delete-personal-account.tsx'

test('a deletion never opens without the warnings, however late they are', async () => {
  showTestPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const network = stubNetwork()
  const late = Promise.withResolvers<undefined>()
  network.answer(listMachines, async () => {
    await late.promise
    return { machines: [testMachine()], requests: [] }
  })
  network.answer(listWorkshops, () => ({ workshops: [] }))
  const screen = await render(
    <QueryProvider>
      <TestRouter>
        <DeletePersonalAccount email="ada@example.com" onDeleted={() => undefined} />
      </TestRouter>
    </QueryProvider>,
  )
  await screen.getByRole('button', { name: 'Delete account' }).click()
  await vi.advanceTimersByTimeAsync(20_000)
  // What the timers would have shown is on the page by now.
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  late.resolve(undefined)
  await expect.element(screen.getByRole('dialog').getByText('You own machines: 1')).toBeVisible()
})
