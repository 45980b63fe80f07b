import { ApiError } from '@kerf/contract/client/client'
import { listMachinePeople, listMachines } from '@kerf/contract/machines/machines'
import { listWorkshopMembers, listWorkshops } from '@kerf/contract/machines/workshops'
import { createMemoryHistory } from '@tanstack/history'
import type { ComponentType } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { testMachine } from '../features/machines/test-machines.ts'
import { testAct, testWorkshop } from '../features/machines/workshops/test-workshops.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import { createRouter } from '../lib/router/router.ts'
import { Outlet, RouterProvider } from '../lib/router/router-view.tsx'
import { account, type FullInfo } from '../lib/session/account.ts'
import { stubNetwork } from '../test/stub-network.ts'
import { showTestPage } from '../test/test-page.ts'
import { MachinePage } from './machine.tsx'
import { WorkshopPage } from './workshops/workshop.tsx'

const WORKSHOP = testWorkshop({ acts: [testAct()] })
const MACHINE = testMachine({ role: 'manager', workshop: { id: WORKSHOP.id, role: 'admin' } })

/** A business account: the menu of a personal one asks for certificates. */
const BELOW = '/en/profile-business/machines/'

async function renderAt(path: string, at: string, Component: ComponentType) {
  showTestPage()
  const info = {
    uid: 'u-1',
    userName: 'Ada',
    email: 'ada@example.com',
    headpic: '',
    enterpriseUser: null,
  } as FullInfo
  account.set({ info, fetchedAt: Date.now() })
  onTestFinished(() => account.set(undefined))
  const history = createMemoryHistory({ initialEntries: [`${BELOW}${at}`] })
  const routes = [{ path: `${BELOW}${path}`, layers: [{ key: 'page', code: { Component } }] }]
  const router = createRouter({ history, routes, ErrorComponent: () => null })
  await router.load()
  return render(
    <QueryProvider>
      <RouterProvider router={router}>
        <Outlet />
      </RouterProvider>
    </QueryProvider>,
  )
}

function holdBack() {
  const network = stubNetwork()
  const late = Promise.withResolvers<'answer' | 'failure'>()
  network.answer(listMachinePeople, () => ({ people: [], invitations: [], owner: MACHINE.owner }))
  network.answer(listWorkshopMembers, () => ({ members: [], invitations: [] }))
  const outcome = async <T,>(answer: T): Promise<T> => {
    if ((await late.promise) === 'failure') throw new ApiError('system')
    return answer
  }
  return { network, late, outcome }
}

test.each(['answer', 'failure'] as const)(
  'the buttons of a machine come with what its workshop is about to do: %s',
  async kind => {
    const { network, late, outcome } = holdBack()
    const listed = network.answer(listMachines, () => ({ machines: [MACHINE], requests: [] }))
    const asked = network.answer(listWorkshops, () => outcome({ workshops: [WORKSHOP] }))
    const screen = await renderAt('$machine', MACHINE.id, MachinePage)
    await expect.poll(() => [listed.length, asked.length]).toEqual([1, 1])
    const below = screen.getByRole('button', { name: 'Get a pass' })
    await expect.element(screen.getByText('Loading your machines')).toBeInTheDocument()
    await expect.element(below).not.toBeInTheDocument()
    late.resolve(kind)
    await expect.element(below).toBeVisible()
    const acts = screen.getByRole('region', { name: 'Changes that take effect soon' })
    expect(acts.elements()).toHaveLength(kind === 'answer' ? 1 : 0)
    expect(asked).toHaveLength(1)
  },
)

test('a workshop is shown with its machines, and never says before that it has none', async () => {
  const { network, late, outcome } = holdBack()
  network.answer(listMachines, () => outcome({ machines: [MACHINE], requests: [] }))
  const asked = network.answer(listWorkshops, () => ({ workshops: [WORKSHOP] }))
  const screen = await renderAt('workshops/$workshop', `workshops/${WORKSHOP.id}`, WorkshopPage)
  await expect.poll(() => asked.length).toBe(1)
  const act = screen.getByRole('button', { name: 'Cancel release: Releasing Big laser' })
  await expect.element(act).not.toBeInTheDocument()
  late.resolve('answer')
  await expect.element(act).toBeVisible()
  expect(screen.getByRole('link', { name: /Big laser/ }).elements()).toHaveLength(1)
})

test('a failure to load the machines of a workshop is shown with another try, not as a workshop without machines', async () => {
  const { network } = holdBack()
  network.answer(listMachines, () => {
    throw new ApiError('system')
  })
  network.answer(listWorkshops, () => ({ workshops: [WORKSHOP] }))
  const screen = await renderAt('workshops/$workshop', `workshops/${WORKSHOP.id}`, WorkshopPage)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('We couldn’t load your machines')
  await expect.element(screen.getByText('It owns no machine yet.')).not.toBeInTheDocument()
  network.answer(listMachines, () => ({ machines: [MACHINE], requests: [] }))
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('link', { name: /Big laser/ })).toBeVisible()
})
