import { ApiError } from '@kerf/contract/client/client'
import { listMachines, renameMachine } from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { MachineCard, RenameMachine } from './machine-card.tsx'
import type { Machine } from './machines-query.ts'
import { testMachine } from './test-machines.ts'

const renderCard = async (machine: Machine, isPersonal = true) => {
  showTestPage()
  return render(
    <QueryProvider>
      <RenameMachine machine={machine} />
      <MachineCard machine={machine} isPersonal={isPersonal} workshopHref={id => `/workshops/${id}`} />
    </QueryProvider>,
  )
}

test('tells a machine operator whose the machine is and until when; only owner and managers rename', async () => {
  const machine = testMachine({ role: 'operator', until: 1_800_000_000, trained: false, name: '' })
  const screen = await renderCard(machine)
  await expect.element(screen.getByText('Laser cutter')).toBeVisible()
  await expect.element(screen.getByText(/^until 2027-01-1\d$/)).toBeVisible()
  await expect.element(screen.getByText('Ada', { exact: true })).toBeVisible()
  await expect.element(screen.getByText(machine.sn)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Rename machine' })).not.toBeInTheDocument()
})

test('says whether it starts, beside an open handover, and what is missing to start it', async () => {
  const ready = await renderCard(testMachine({ transferring: true }))
  await expect.element(ready.getByText('Ready')).toBeVisible()
  await expect.element(ready.getByText('Handover open')).toBeVisible()
  await ready.unmount()
  const missing = await renderCard(testMachine({ trained: false, course: 'laser' }), false)
  await expect.element(missing.getByText('Safety course needed')).toBeVisible()
  await expect.element(missing.getByText(/certificate of the course “Laser safety”/)).toBeVisible()
  await expect.element(missing.getByText('Only a personal account can earn it.')).toBeVisible()
  await expect.element(missing.getByText('Ready')).not.toBeInTheDocument()
})

test('renames with the keyboard; a refusal keeps what was typed', async () => {
  const network = stubNetwork()
  network.answer(listMachines, () => ({ machines: [], requests: [] }))
  const renamed = network.answer(renameMachine, () => {
    throw new ApiError('restricted')
  })
  const screen = await renderCard(testMachine({ role: 'manager' }))
  await screen.getByRole('button', { name: 'Rename machine' }).click()
  const dialog = screen.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('Big laser')
  await field.fill(' Laser in the yard ')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(field).toHaveValue(' Laser in the yard ')
  network.answer(renameMachine, () => ({}))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(renamed).toEqual([{ name: 'Laser in the yard' }])
})

test('long names do not widen a narrow page', async () => {
  await setViewportWidth(320)
  const screen = await renderCard(
    testMachine({
      name: 'W'.repeat(40),
      sn: '9'.repeat(40),
      role: 'manager',
      owner: { kind: 'enterprise', name: 'X'.repeat(60) },
    }),
  )
  await expect.element(screen.getByText('9'.repeat(40))).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
