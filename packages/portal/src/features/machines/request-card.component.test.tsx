import { answerMachineRequest, listMachines } from '@kerf/contract/machines/machines'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { MachinesCard } from './machines-card.tsx'
import type { MachineRequest } from './machines-query.ts'
import { RequestCard } from './request-card.tsx'
import { testMachine, testRequest } from './test-machines.ts'

const machine = testMachine()
const setUp = async (requests: MachineRequest[]) => {
  const network = stubNetwork()
  network.answer(listMachines, () => ({ machines: [machine], requests }))
  showTestPage()
  const onConfirmed = vi.fn()
  const screen = await render(
    <TestRouter>
      <QueryProvider>
        <RequestCard machine={machine} onConfirmed={onConfirmed} />
        <MachinesCard hrefOf={id => `/en/${id}`} onClaimed={() => {}} onPasses={() => {}} />
      </QueryProvider>
    </TestRouter>,
  )
  return { network, screen, onConfirmed, dialog: screen.getByRole('dialog') }
}

test('the owner declines a request after reading what that means', async () => {
  const { network, screen, dialog } = await setUp([testRequest()])
  const answers = network.answer(answerMachineRequest, () => ({ effectTime: null }))
  await expect.element(screen.getByText('Ownership requested')).toBeVisible()
  await screen.getByRole('button', { name: 'Decline' }).click()
  await expect.element(dialog).toMatchTextContent('For 90 days nobody can ask for it again')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect.poll(() => answers).toEqual([{ answer: 'deny', since: 1_800_000_000 }])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the owner hands over after a warning', async () => {
  const { network, screen, onConfirmed, dialog } = await setUp([testRequest()])
  const answers = network.answer(answerMachineRequest, () => ({ effectTime: null }))
  await screen.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(dialog).toMatchTextContent('This cannot be undone')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.element(dialog.getByText('Please type “Big laser”.')).toBeVisible()
  await dialog.getByRole('textbox').fill('big laser ')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.poll(() => answers).toEqual([{ answer: 'confirm', since: 1_800_000_000 }])
  await expect.poll(() => onConfirmed.mock.calls.length).toBe(1)
})

test('a claimant sees the own requests, and no card of the owner', async () => {
  const own = { side: 'claimant', machine: null } as const
  const { screen } = await setUp([
    testRequest(own),
    testRequest({ ...own, snEnd: '000002', state: 'denied' }),
  ])
  await expect.element(screen.getByText('Machines you asked for')).toBeVisible()
  await expect.element(screen.getByText('Waiting for the owner')).toBeVisible()
  await expect.element(screen.getByText('Declined by the owner')).toBeVisible()
  await expect.element(screen.getByText('Someone requested ownership')).not.toBeInTheDocument()
})
