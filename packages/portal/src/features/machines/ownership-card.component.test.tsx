import { ApiError } from '@kerf/contract/client/client'
import {
  cancelMachineTransfer,
  listMachines,
  releaseMachine,
  setMachineLost,
  startMachineTransfer,
} from '@kerf/contract/machines/machines'
import { listWorkshops } from '@kerf/contract/machines/workshops'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import type { Machine, MachineRequest } from './machines-query.ts'
import { OwnershipCard } from './ownership-card.tsx'
import { testMachine, testRequest } from './test-machines.ts'
import { testAct, testWorkshop } from './workshops/test-workshops.ts'

const renderCard = async (machine: Machine, requests: MachineRequest[] = []) => {
  const network = stubNetwork()
  network.answer(listMachines, () => ({ machines: [], requests }))
  showTestPage()
  const onReleased = vi.fn()
  const card = (shown: Machine) => (
    <QueryProvider>
      <OwnershipCard machine={shown} onReleased={onReleased} />
    </QueryProvider>
  )
  const screen = await render(card(machine))
  const update = (changed: Machine) => screen.rerender(card(changed))
  return { network, screen, onReleased, update, dialog: screen.getByRole('dialog') }
}

test('shows the link of a transfer once, after saying what it means', async () => {
  const { network, screen, dialog } = await renderCard(testMachine())
  const url = `https://passport.example/en/machines/join#${'a'.repeat(44)}`
  network.answer(startMachineTransfer, () => ({
    code: 'a'.repeat(44),
    url,
    qrCode: 'M0 0h100v100h-100z',
    expireTime: 1_800_000_000,
    effectTime: null,
  }))
  await screen.getByRole('button', { name: 'Start handover' }).click()
  await expect.element(dialog).toMatchTextContent('everyone you shared it with lose access')
  await dialog.getByRole('button', { name: 'Start handover' }).click()
  await expect.element(dialog.getByText(url)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText(url)).not.toBeInTheDocument()
})

test('cancels an open handover; the focus stays in the card, whose button is gone', async () => {
  const machine = testMachine({ transferring: true })
  const { network, screen, dialog, update } = await renderCard(machine)
  const canceled = network.answer(cancelMachineTransfer, () => ({}))
  await screen.getByRole('button', { name: 'Cancel handover' }).click()
  await dialog.getByRole('button', { name: 'Cancel handover' }).click()
  await expect.poll(() => canceled).toHaveLength(1)
  await expect.element(dialog).not.toBeInTheDocument()
  await update({ ...machine, transferring: false })
  await expect.element(screen.getByRole('button', { name: 'Cancel handover' })).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.matches('[tabindex="-1"]')).toBe(true)
  expect(document.activeElement?.textContent).toContain('Start handover')
})

test('a lost machine cannot be handed over, and can be found again', async () => {
  const { network, screen, dialog } = await renderCard(testMachine({ lost: true }))
  await expect.element(screen.getByText('A lost machine cannot be handed over.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Start handover' })).not.toBeInTheDocument()
  const changes = network.answer(setMachineLost, () => ({}))
  await screen.getByRole('button', { name: 'Found again' }).click()
  await dialog.getByRole('button', { name: 'Found again' }).click()
  await expect.poll(() => changes).toEqual([{ lost: false }])
})

test('a machine that somebody asks for is not handed over before the answer', async () => {
  const { screen } = await renderCard(testMachine(), [testRequest()])
  await expect.element(screen.getByText(/Answer the request first\.$/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Start handover' })).not.toBeInTheDocument()
})

test('releases after a warning; a failure is shown and leaves the dialog open', async () => {
  const { network, screen, dialog, onReleased } = await renderCard(testMachine())
  network.answer(releaseMachine, () => {
    throw new ApiError('machine_unknown')
  })
  await screen.getByRole('button', { name: 'Release machine' }).click()
  const name = dialog.getByRole('textbox', { name: 'To confirm, type “Big laser”' })
  await expect.element(name).toHaveFocus()
  await dialog.getByRole('button', { name: 'Release machine' }).click()
  await expect.element(dialog.getByText('Please type “Big laser”.')).toBeVisible()
  await name.fill('Big laser')
  await dialog.getByRole('button', { name: 'Release machine' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('You have no access to this machine.')
  expect(onReleased).not.toHaveBeenCalled()
  network.answer(releaseMachine, () => ({ card: null, effectTime: null }))
  await dialog.getByRole('button', { name: 'Release machine' }).click()
  await expect.poll(() => onReleased.mock.calls).toHaveLength(1)
})

test('shows the new card of a machine without display until it is closed', async () => {
  const { network, screen, dialog, onReleased } = await renderCard(testMachine({ name: '' }))
  network.answer(releaseMachine, () => ({ card: 'PP30GBQW0CR34', effectTime: null }))
  await screen.getByRole('button', { name: 'Release machine' }).click()
  await dialog.getByRole('textbox').fill('000001')
  await dialog.getByRole('button', { name: 'Release machine' }).click()
  await expect.element(dialog.getByText('PP30-GBQW-0CR3-4')).toBeVisible()
  expect(onReleased).not.toHaveBeenCalled()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => onReleased.mock.calls).toHaveLength(1)
})

const machineOf = ({ id }: ReturnType<typeof testWorkshop>) =>
  testMachine({ role: 'manager', workshop: { id, role: 'admin' } })

test('the handover of a workshop’s machine says that admins can cancel it', async () => {
  const { screen, dialog } = await renderCard(machineOf(testWorkshop()))
  await screen.getByRole('button', { name: 'Start handover' }).click()
  await expect.element(dialog).toMatchTextContent('each admin can cancel the handover until then')
})

test('an admin releases a machine of the workshop; until it takes effect its page says when', async () => {
  const workshop = testWorkshop()
  const { network, screen, dialog } = await renderCard(machineOf(workshop))
  network.answer(listWorkshops, () => ({ workshops: [workshop] }))
  await expect.element(screen.getByText(/^The workshop stops being the owner\./)).toBeVisible()
  const release = screen.getByRole('button', { name: 'Release machine' })
  await release.click()
  await expect.element(dialog).toMatchTextContent('each admin can cancel it until then')
  await dialog.getByRole('textbox').fill('Big laser')
  network.answer(releaseMachine, () => ({ card: null, effectTime: 1_800_000_000 }))
  // A handover that another admin started waits too.
  const acts = [testAct({ id: 'act-0', kind: 'transfer' }), testAct()]
  network.answer(listWorkshops, () => ({ workshops: [testWorkshop({ acts })] }))
  await dialog.getByRole('button', { name: 'Release machine' }).click()
  await expect.element(release).not.toBeInTheDocument()
  await expect
    .element(screen.getByText(/2027-01-1\d.*unless an admin cancels it at the top of this page/))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Cancel release' })).not.toBeInTheDocument()
  // The focus stays in the card, whose button is gone.
  await expect.poll(() => document.activeElement?.matches('[tabindex="-1"]')).toBe(true)
  expect(document.activeElement?.textContent).toContain('unless an admin cancels it')
})
