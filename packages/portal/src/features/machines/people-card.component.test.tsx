import { ApiError } from '@kerf/contract/client/client'
import {
  approveMachinePerson,
  inviteToMachine,
  listMachinePeople,
  listMachines,
  removeMachinePerson,
  withdrawMachineInvitation,
} from '@kerf/contract/machines/machines'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '../../lib/query/query-client.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import styles from './machines.module.css'
import { type Machine, type MachinePeople, type MachinePerson, peopleQuery } from './machines-query.ts'
import { OwnershipCard } from './ownership-card.tsx'
import { PassCard } from './passes/pass-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { testMachine } from './test-machines.ts'

const person = (name: string, changes: Partial<MachinePerson> = {}): MachinePerson => ({
  handle: `${name.toLowerCase()}-handle`,
  name,
  role: 'operator',
  until: null,
  mayStart: true,
  self: false,
  waiting: false,
  admin: false,
  ...changes,
})
const OWNER = person('Ada', { role: 'owner', self: true })

const renderCard = async (machine: Machine, people: Omit<MachinePeople, 'owner'>) => {
  const network = stubNetwork()
  network.answer(listMachinePeople, () => ({ ...people, owner: machine.owner }))
  network.answer(listMachines, () => ({ machines: [], requests: [] }))
  showTestPage()
  const onLeft = vi.fn()
  const screen = await render(
    <QueryProvider>
      <PeopleCard machine={machine} onLeft={onLeft} />
    </QueryProvider>,
  )
  await expect.element(screen.getByRole('heading', { name: /Ada/ })).toBeVisible()
  return { network, screen, onLeft, dialog: screen.getByRole('dialog'), items: screen.getByRole('listitem') }
}

test('removes a person after saying what happens', async () => {
  const { network, screen, dialog, items } = await renderCard(testMachine(), {
    people: [OWNER, person('Bo', { mayStart: false, passUntil: 1_799_000_000 })],
    invitations: [],
  })
  await expect.element(items.first().getByRole('button')).not.toBeInTheDocument()
  await expect.element(items.nth(1)).toMatchTextContent('Safety course needed')
  const paths: string[] = []
  network.answer(removeMachinePerson, (_, path) => {
    paths.push(path)
    return { passUntil: 1_800_000_000, allRenew: true }
  })
  network.answer(listMachinePeople, () => ({ people: [OWNER], invitations: [], owner: testMachine().owner }))
  await screen.getByRole('button', { name: 'Remove Bo' }).click()
  await expect.element(dialog).toMatchTextContent('Bo loses access immediately')
  await expect.element(dialog.getByText(/may still accept a pass of Bo until 2027-01-0/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => items.elements()).toHaveLength(1)
  await expect.element(screen.getByText(/may still accept a pass of Bo until 2027-01-1\d/)).toBeVisible()
  await expect.element(screen.getByText(/everybody needs a new pass/)).toBeVisible()
  expect(paths).toEqual(['/v1/machines/m_Vv9Qm1c0RkS0c2b5t1o2Vw/people/bo-handle'])
})

test('approves a person who waits; the others keep their places', async () => {
  const cy = person('Cy', { waiting: true, mayStart: false })
  const { network, screen, items } = await renderCard(testMachine(), {
    people: [OWNER, person('Bo', { waiting: true, mayStart: false }), cy],
    invitations: [],
  })
  await expect.element(items.first()).toMatchTextContent(/Bo.*Waiting for approval/)
  network.answer(approveMachinePerson, () => ({}))
  network.answer(listMachinePeople, () => ({
    people: [OWNER, person('Bo'), cy, person('Di', { waiting: true })],
    invitations: [],
    owner: testMachine().owner,
  }))
  await screen.getByRole('button', { name: 'Approve Bo' }).click()
  await expect.element(screen.getByRole('button', { name: 'Approve Bo' })).not.toBeInTheDocument()
  await expect.element(items.first()).toMatchTextContent(/Bo.*Can start it/)
  await expect.element(items.nth(1)).toMatchTextContent(/Cy.*Waiting for approval/)
  await expect.element(items.nth(2)).toMatchTextContent(/Di.*Waiting for approval/)
  await expect.element(items.nth(3)).toMatchTextContent('Ada')
})

test('a person who was removed and asks again comes first', async () => {
  const machine = testMachine()
  const { network, items } = await renderCard(machine, { people: [OWNER, person('Bo')], invitations: [] })
  await expect.element(items.nth(1)).toMatchTextContent('Bo')
  const reload = (people: MachinePerson[]) => {
    network.answer(listMachinePeople, () => ({ people, invitations: [], owner: machine.owner }))
    return queryClient.invalidateQueries(peopleQuery(machine.id))
  }
  await reload([OWNER])
  await expect.poll(() => items.elements()).toHaveLength(1)
  await reload([OWNER, person('Bo', { waiting: true })])
  await expect.element(items.first()).toMatchTextContent(/Bo.*Waiting for approval/)
})

test('invites by link, checks the fields first, and shows link and QR code once', async () => {
  await setViewportWidth(320)
  const { network, screen, dialog } = await renderCard(testMachine(), { people: [OWNER], invitations: [] })
  const url = `https://passport.example/en/machines/join#${'a'.repeat(44)}`
  const invitations = network.answer(inviteToMachine, () => ({
    id: 'one',
    code: 'a'.repeat(44),
    url,
    qrCode: 'M0 0h100v100h-100z',
    expireTime: 1_800_000_000,
  }))
  await screen.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByLabelText('Ends on').fill('2020-01-01')
  await dialog.getByRole('textbox', { name: 'How many people?' }).fill('1000')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect.element(dialog).toMatchTextContent('Choose today or a later date')
  await expect.element(dialog.getByLabelText('Ends on')).toHaveFocus()
  await dialog.getByLabelText('Ends on').fill('2099-12-31')
  await dialog.getByRole('textbox', { name: 'How many people?' }).fill('3')
  expect(horizontalOverflow()).toBe(0)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect.element(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expect.element(dialog.getByText(url)).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
  expect(invitations).toEqual([
    { role: 'operator', uses: 3, until: Math.floor(new Date('2099-12-31T23:59:59').getTime() / 1_000) },
  ])
})

test('invites an address; a failure keeps what was typed', async () => {
  const { network, screen, dialog } = await renderCard(testMachine(), { people: [OWNER], invitations: [] })
  const invitations = network.answer(inviteToMachine, () => {
    throw new ApiError('machine_limit')
  })
  await screen.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByRole('radio', { name: /^Manager/ }).click()
  await dialog.getByRole('radio', { name: 'One email address' }).click()
  const email = dialog.getByRole('textbox', { name: 'Email' })
  await email.fill('bo@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The limit of people')
  await expect.element(email).toHaveValue('bo@example.com')
  expect(invitations).toEqual([{ role: 'manager', email: 'bo@example.com' }])
})

test('withdraws an open invitation', async () => {
  const { network, screen, dialog } = await renderCard(testMachine(), {
    people: [OWNER],
    invitations: [
      { id: 'one', role: 'operator', until: 1_810_000_000, email: null, uses: 2, expireTime: 1_800_000_000 },
      { id: 'two', role: 'operator', until: null, email: null, uses: 1, expireTime: 1_800_100_000 },
    ],
  })
  await expect.element(screen.getByText('Link for up to 2 people')).toBeVisible()
  await expect.element(screen.getByText(/^access until 2027-05-1\d$/)).toBeVisible()
  await expect.element(screen.getByText(/^link valid until 2027-01-1\d /).first()).toBeVisible()
  await expect.element(screen.getByText('Link for one person')).toBeVisible()
  network.answer(withdrawMachineInvitation, () => ({}))
  network.answer(listMachinePeople, () => ({ people: [OWNER], invitations: [], owner: testMachine().owner }))
  await screen.getByRole('button', { name: /^Withdraw the invitation: Link for up to 2/ }).click()
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect.element(screen.getByText('Link for up to 2 people')).not.toBeInTheDocument()
})

test('an operator sees the own row and the owner, and can leave', async () => {
  const { network, screen, dialog, onLeft, items } = await renderCard(testMachine({ role: 'operator' }), {
    people: [person('Ada', { role: 'owner', mayStart: null }), person('Bo', { self: true })],
    invitations: [],
  })
  await expect.element(screen.getByRole('button', { name: 'Invite' })).not.toBeInTheDocument()
  expect(items.first().getByRole('button').elements()).toHaveLength(0)
  network.answer(removeMachinePerson, () => ({ passUntil: null, allRenew: false }))
  await screen.getByRole('button', { name: 'Leave this machine' }).click()
  await dialog.getByRole('button', { name: 'Leave this machine' }).click()
  await expect.poll(() => onLeft.mock.calls).toHaveLength(1)
})

test('a manager invites operators only, and removes no other manager', async () => {
  const { screen, dialog } = await renderCard(testMachine({ role: 'manager' }), {
    people: [
      person('Ada', { role: 'owner' }),
      person('Bo', { role: 'manager', self: true }),
      person('Cy', { role: 'manager' }),
      person('Di'),
    ],
    invitations: [],
  })
  await expect.element(screen.getByRole('button', { name: 'Remove Cy' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Remove Di' })).toBeVisible()
  await screen.getByRole('button', { name: 'Invite' }).click()
  await expect.element(dialog.getByRole('radio', { name: /^Manager/ })).not.toBeInTheDocument()
})

test('buttons of cards and rows have one height, and those below each other one edge', async () => {
  await setViewportWidth(1440)
  const machine = testMachine()
  const network = stubNetwork()
  network.answer(listMachinePeople, () => ({
    people: [OWNER, person('Bo')],
    invitations: [],
    owner: machine.owner,
  }))
  network.answer(listMachines, () => ({ machines: [machine], requests: [] }))
  showTestPage()
  const screen = await render(
    <QueryProvider>
      <div className={styles.page}>
        <PassCard machine={machine} onPasses={() => {}} />
        <PeopleCard machine={machine} onLeft={() => {}} />
        <OwnershipCard machine={machine} onReleased={() => {}} />
      </div>
    </QueryProvider>,
  )
  const buttons = ['Get a pass', 'Limit passes', 'Invite', 'Remove Bo', 'Report lost'].map(name =>
    screen.getByRole('button', { name }),
  )
  for (const button of buttons) await expect.element(button).toBeVisible()
  const sizes = buttons.map(button => button.element().getBoundingClientRect())
  expect(new Set(sizes.map(({ height }) => Math.round(height))).size).toBe(1)
  expect(new Set(sizes.map(({ left }) => Math.round(left))).size).toBe(1)
})
