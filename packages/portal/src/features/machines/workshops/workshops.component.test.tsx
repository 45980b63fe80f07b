import { ApiError } from '@kerf/contract/client/client'
import { listMachines } from '@kerf/contract/machines/machines'
import {
  approveWorkshopMember,
  createWorkshop,
  dissolveWorkshop,
  giveMachine,
  inviteToWorkshop,
  listWorkshopMembers,
  listWorkshops,
  makeWorkshopAdmin,
  removeWorkshopMember,
  shareWithWorkshopMember,
  stopWorkshopAct,
} from '@kerf/contract/machines/workshops'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../../test/stub-network.ts'
import { showTestPage } from '../../../test/test-page.ts'
import { TestRouter } from '../../../test/test-router.tsx'
import { horizontalOverflow, setViewportWidth } from '../../../test/viewport.ts'
import { ToastRegion } from '../../../ui/toast/toast-region.tsx'
import { type Workshop, type WorkshopMember, workshopsQuery } from '../owner/workshops-query.ts'
import { testMachine } from '../test-machines.ts'
import { ActsCard } from './acts-card.tsx'
import { BeforeDeletion } from './before-deletion.tsx'
import { GiveAct } from './give-act.tsx'
import { MembersCard } from './members-card.tsx'
import { testAct, testMember, testWorkshop } from './test-workshops.ts'
import { LeaveWorkshopCard } from './workshop-card.tsx'
import { WorkshopMachinesCard } from './workshop-machines-card.tsx'
import { WorkshopsCard } from './workshops-card.tsx'

const ADA = testMember('Ada', { role: 'admin', self: true })

const show = async (card: ReactNode, { workshops = [testWorkshop()] }: { workshops?: Workshop[] } = {}) => {
  const network = stubNetwork()
  network.answer(listWorkshops, () => ({ workshops }))
  network.answer(listMachines, () => ({ machines: [testMachine()], requests: [] }))
  network.answer(listWorkshopMembers, () => ({ members: [ADA], invitations: [] }))
  showTestPage()
  const screen = await render(
    <QueryProvider>
      <TestRouter>{card}</TestRouter>
      <ToastRegion />
    </QueryProvider>,
  )
  return { network, screen, dialog: screen.getByRole('dialog'), items: screen.getByRole('listitem') }
}

const showMembers = async (members: WorkshopMember[], changes: Partial<Workshop> = {}) => {
  const machines = [testMachine({ workshop: { id: testWorkshop().id, role: 'admin' }, role: 'manager' })]
  const network = stubNetwork()
  network.answer(listWorkshopMembers, () => ({ members, invitations: [] }))
  network.answer(listWorkshops, () => ({ workshops: [testWorkshop(changes)] }))
  showTestPage()
  const screen = await render(
    <QueryProvider>
      <MembersCard workshop={testWorkshop(changes)} machines={machines} />
      <ToastRegion />
    </QueryProvider>,
  )
  await expect.element(screen.getByRole('heading', { name: /Ada/ })).toBeVisible()
  return { network, screen, dialog: screen.getByRole('dialog'), items: screen.getByRole('listitem') }
}

test('lists workshops with role, people who ask and what is pending; creates one; takes a typed code', async () => {
  const onCreated = vi.fn()
  const onCode = vi.fn()
  const card = <WorkshopsCard hrefOf={id => `/at/${id}`} onCreated={onCreated} onCode={onCode} />
  const workshops = [
    testWorkshop({ requests: 2, acts: [testAct()] }),
    testWorkshop({ id: 'w_2', name: 'Cellar', role: 'member', waiting: true }),
  ]
  const { network, screen, dialog, items } = await show(card, { workshops })
  await expect
    .element(items.first())
    .toMatchTextContent(/Attic.*Admin.*3 members.*1 machine.*2 requests to join.*1 change pending/)
  await expect.element(items.nth(1)).toMatchTextContent(/Cellar.*Waiting for approval/)
  await screen.getByRole('button', { name: 'Create a workshop' }).click()
  await dialog.getByRole('button', { name: 'Create a workshop' }).click()
  await expect.element(dialog.getByText('Please enter a name')).toBeVisible()
  const created = network.answer(createWorkshop, () => ({ workshop: testWorkshop({ id: 'w_new' }) }))
  await dialog.getByRole('textbox').fill(' Garage ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onCreated.mock.calls).toEqual([['w_new']])
  expect(created).toEqual([{ name: 'Garage' }])
  await screen.getByRole('button', { name: 'Join a workshop' }).click()
  await dialog.getByRole('textbox').fill('7q2m-0zka')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('A join code has 16 letters and digits')).toBeVisible()
  await dialog.getByRole('textbox').fill('7q2m-ozka 9txw-3fhl')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onCode.mock.calls).toEqual([['7Q2M0ZKA9TXW3FH1']])
})

test('without workshops it offers the ways to one', async () => {
  const card = <WorkshopsCard hrefOf={id => `/at/${id}`} onCreated={() => {}} onCode={() => {}} />
  const { screen } = await show(card, { workshops: [] })
  await expect.element(screen.getByText('No workshops yet')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Create a workshop' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Join a workshop' })).toBeVisible()
})

test('an admin approves who waits, and refuses after saying what that means', async () => {
  const cy = testMember('Cy', { waiting: true })
  const { network, screen, dialog, items } = await showMembers([ADA, testMember('Bo', { waiting: true }), cy])
  const paths: string[] = []
  network.answer(approveWorkshopMember, (_, path) => {
    paths.push(path)
    network.answer(listWorkshopMembers, () => ({ members: [ADA, testMember('Bo'), cy], invitations: [] }))
    return {}
  })
  network.answer(removeWorkshopMember, (_, path) => {
    paths.push(path)
    return { effectTime: null, passUntil: 1_800_000_000, allRenew: true }
  })
  await screen.getByRole('button', { name: 'Approve Bo' }).click()
  await expect.element(screen.getByText('Bo is now a member.')).toBeVisible()
  // Each row keeps its place.
  await expect.element(screen.getByRole('button', { name: 'Actions for Bo' })).toBeVisible()
  await expect.element(items.first()).toMatchTextContent('Bo')
  await expect.element(items.nth(1)).toMatchTextContent('Cy')
  await screen.getByRole('button', { name: 'Decline Cy' }).click()
  await expect.element(dialog).toMatchTextContent('cannot ask again with the present code')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText(/may still accept a pass of Cy until 2027-01-1\d/)).toBeVisible()
  await expect.element(screen.getByText(/everybody needs a new pass/)).toBeVisible()
  expect(paths).toEqual([
    '/v1/workshops/w_Vv9Qm1c0RkS0c2b5t1o2Vw/members/bo-handle/approve',
    '/v1/workshops/w_Vv9Qm1c0RkS0c2b5t1o2Vw/members/cy-handle',
  ])
})

test('an admin gives a machine, makes an admin, and removes an admin with a delay', async () => {
  const { network, screen, dialog } = await showMembers([
    ADA,
    testMember('Bo', { role: 'admin' }),
    testMember('Cy'),
  ])
  const shared = network.answer(shareWithWorkshopMember, () => ({}))
  const choose = async (action: string, name = 'Cy') => {
    await screen.getByRole('button', { name: `Actions for ${name}` }).click()
    await screen.getByRole('menuitem', { name: action }).click()
  }
  await choose('Give access')
  await dialog.getByRole('radio', { name: /Manager/ }).click()
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await expect.poll(() => shared).toEqual([{ machine: 'm_Vv9Qm1c0RkS0c2b5t1o2Vw', role: 'manager' }])
  network.answer(makeWorkshopAdmin, () => ({}))
  await choose('Make admin')
  await expect.element(dialog).toMatchTextContent('All admins get an email')
  await dialog.getByRole('button', { name: 'Make admin' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  network.answer(removeWorkshopMember, () => ({ effectTime: 1_800_000_000 }))
  await choose('Remove', 'Bo')
  await expect.element(dialog).toMatchTextContent('each admin, Bo as well, can cancel it until then')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(screen.getByText(/Takes effect on 2027-01-1\d /)).toBeVisible()
})

test('after “Remove” in the menu of a member, the list has the focus', async () => {
  const { network, screen, dialog } = await showMembers([ADA, testMember('Cy')])
  network.answer(removeWorkshopMember, () => {
    network.answer(listWorkshopMembers, () => ({ members: [ADA], invitations: [] }))
    return { effectTime: null }
  })
  const opener = screen.getByRole('button', { name: 'Actions for Cy' })
  await opener.click()
  await screen.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(opener).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.matches('[tabindex="-1"]:has(li)')).toBe(true)
})

test('an admin can only be removed; the menu of who becomes one keeps the focus', async () => {
  const { network, screen, dialog } = await showMembers([ADA, testMember('Cy')])
  network.answer(makeWorkshopAdmin, () => {
    const members = [ADA, testMember('Cy', { role: 'admin' })]
    network.answer(listWorkshopMembers, () => ({ members, invitations: [] }))
    return {}
  })
  const opener = screen.getByRole('button', { name: 'Actions for Cy' })
  await opener.click()
  expect(screen.getByRole('menuitem').elements()).toHaveLength(3)
  await screen.getByRole('menuitem', { name: 'Make admin' }).click()
  await dialog.getByRole('button', { name: 'Make admin' }).click()
  await expect.element(screen.getByRole('listitem').nth(1)).toMatchTextContent(/Cy.*Admin/)
  await expect.element(opener).toHaveFocus()
  await opener.click()
  expect(
    screen
      .getByRole('menuitem')
      .elements()
      .map(item => item.textContent),
  ).toEqual(['Remove'])
})

test('a member who is to be removed says when, unless another has the same name', async () => {
  const acts = ['Bo', 'Cy'].map(name => testAct({ id: name, kind: 'remove', machine: null, name }))
  const bo = testMember('Bo', { role: 'admin' })
  const cys = [testMember('Cy'), testMember('Cy', { handle: 'other-handle' })]
  const { screen, items } = await showMembers([ADA, bo, ...cys], { acts })
  await expect.element(items.nth(1)).toMatchTextContent(/Bo.*Removal on 2027-01-1\d/)
  // The card at the top of the page cancels it.
  await expect.element(screen.getByRole('button', { name: 'Actions for Bo' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /Cancel removal/ })).not.toBeInTheDocument()
  await expect.element(items.nth(2)).not.toMatchTextContent('Removal')
})

/** Both cards show each removal that waits. The first one cancels it. */
function ActsAndMembers() {
  const { data: [workshop] = [] } = useQuery(workshopsQuery())
  if (!workshop) return null
  return (
    <div tabIndex={-1} data-testid="page">
      <ActsCard workshop={workshop.id} acts={workshop.acts} />
      <MembersCard workshop={workshop} machines={[]} />
    </div>
  )
}

const showActsAndMembers = async (removed = ['Ada', 'Bo']) => {
  const removal = (name: string) => testAct({ id: name, kind: 'remove', machine: null, name })
  let acts = removed.map(removal)
  const network = stubNetwork()
  const members = [ADA, testMember('Bo', { role: 'admin' })]
  network.answer(listWorkshopMembers, () => ({ members, invitations: [] }))
  network.answer(listWorkshops, () => ({ workshops: [testWorkshop({ acts })] }))
  network.answer(listMachines, () => ({ machines: [], requests: [] }))
  network.answer(removeWorkshopMember, () => {
    acts = [...acts, removal('Bo')]
    return { effectTime: 1_800_000_000 }
  })
  network.answer(stopWorkshopAct, (_, path) => {
    acts = acts.filter(({ id }) => !path.endsWith(`/acts/${id}`))
    return {}
  })
  showTestPage()
  const screen = await render(
    <QueryProvider>
      <ActsAndMembers />
    </QueryProvider>,
  )
  return { screen, pending: screen.getByRole('region', { name: 'Changes that take effect soon' }) }
}

test('an admin cancels their own removal; the focus stays in the card of changes', async () => {
  const { screen, pending } = await showActsAndMembers()
  const members = screen.getByRole('region', { name: 'Members' })
  await expect.element(members).toMatchTextContent(/Ada.*Removal on.*Bo.*Removal on/)
  await expect.element(members.getByRole('button', { name: /Cancel/ })).not.toBeInTheDocument()
  const cancel = pending.getByRole('button', { name: 'Cancel removal: Removing Ada' })
  await cancel.click()
  await expect.element(cancel).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.matches('[tabindex="-1"]')).toBe(true)
  expect(pending.element().contains(document.activeElement)).toBe(true)
})

test('after the removal of an admin has begun, the list of members has the focus', async () => {
  const { screen } = await showActsAndMembers([])
  const opener = screen.getByRole('button', { name: 'Actions for Bo' })
  await opener.click()
  await screen.getByRole('menuitem', { name: 'Remove' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(opener).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.matches('[tabindex="-1"]:has(li)')).toBe(true)
})

test('after the last change is canceled, the region around its card has the focus', async () => {
  const { screen, pending } = await showActsAndMembers()
  for (const name of ['Ada', 'Bo'])
    await pending.getByRole('button', { name: `Cancel removal: Removing ${name}` }).click()
  await expect.element(pending).not.toBeInTheDocument()
  await expect.element(screen.getByTestId('page')).toHaveFocus()
})

test('machines of the workshop say what is to become of them', async () => {
  const acts = [
    testAct(),
    testAct({ id: 'act-2', kind: 'transfer', machine: 'm_2' }),
    testAct({ id: 'act-3', machine: 'm_2' }),
  ]
  const machines = [testMachine(), testMachine({ id: 'm_2' }), testMachine({ id: 'm_3' })]
  const workshop = testWorkshop({ acts })
  const { items, screen } = await show(
    <WorkshopMachinesCard
      workshop={workshop}
      query={{ data: machines, error: null, isPending: false, refetch: async () => {} }}
      listHref="/at"
      hrefOf={id => `/at/${id}`}
    />,
  )
  await expect.element(items.first()).toMatchTextContent(/Ready.*Release on 2027-01-1\d/)
  await expect.element(items.nth(1)).toMatchTextContent(/Handover on 2027-01-1\d.*Release on 2027-01-1\d/)
  await expect.element(items.nth(2)).not.toMatchTextContent(/ on 2027/)
  await expect.element(screen.getByRole('link', { name: 'Claim a machine' })).toHaveAttribute('href', '/at')
})

test('a join code is shown once, as a link and as text', async () => {
  const { network, screen, dialog } = await showMembers([ADA])
  const url = 'https://passport.example/en/machines/join#7Q2M0ZKA9TXW3FHC'
  network.answer(inviteToWorkshop, () => ({
    ...{ id: 'i', code: '7Q2M0ZKA9TXW3FHC', url, qrCode: 'M0 0h100v100h-100z', expireTime: 1_800_000_000 },
  }))
  await screen.getByRole('button', { name: 'New join code' }).click()
  await expect.element(dialog.getByText(url)).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/7Q2M\s0ZKA\s9TXW\s3FHC/)
  await expect.element(dialog).toMatchTextContent(/Valid until 2027-01-1\d.*replaces the earlier one\./)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a member manages nobody', async () => {
  const members = [testMember('Ada', { role: 'admin' }), testMember('Bo', { self: true })]
  const { screen } = await showMembers(members, { role: 'member' })
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('what is pending can be canceled; a failure says that it has taken effect', async () => {
  const acts = [testAct(), testAct({ id: 'act-2', kind: 'dissolve', machine: null, name: '' })]
  const { network, screen, items } = await show(<ActsCard workshop="w_1" acts={acts} />)
  await expect.element(items.first()).toMatchTextContent(/Releasing Big laser.*2027-01-1\d.*Started by Bo/)
  const showsMachine = () => items.first().element().querySelector('[data-of="wood"]') !== null
  await expect.poll(showsMachine).toBe(true)
  const paths: string[] = []
  network.answer(stopWorkshopAct, (_, path) => {
    paths.push(path)
    return {}
  })
  await screen.getByRole('button', { name: 'Cancel release: Releasing Big laser' }).click()
  await expect.element(screen.getByText('It is canceled.')).toBeVisible()
  expect(paths).toEqual(['/v1/workshops/w_1/acts/act-1'])
  network.answer(stopWorkshopAct, () => {
    throw new ApiError(20724)
  })
  await screen.getByRole('button', { name: 'Cancel dissolution: Dissolving the workshop' }).click()
  await expect.element(screen.getByText('This has taken effect, or was canceled.')).toBeVisible()
})

test('the only admin cannot leave; dissolving with another admin waits, otherwise the page is left', async () => {
  const onLeft = vi.fn()
  const only = testWorkshop({ onlyAdmin: true })
  const { network, screen, dialog } = await show(<LeaveWorkshopCard workshop={only} onLeft={onLeft} />)
  await expect.element(screen.getByText(/You are the only admin/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Leave workshop' })).not.toBeInTheDocument()
  let effectTime: number | null = 1_800_000_000
  network.answer(dissolveWorkshop, () => ({ effectTime }))
  const dissolve = async () => {
    await screen.getByRole('button', { name: 'Dissolve workshop' }).click()
    await expect.element(dialog).toMatchTextContent('New cards of machines without a display')
    await dialog.getByRole('textbox', { name: 'To confirm, type “Attic”' }).fill('Attic')
    await dialog.getByRole('button', { name: 'Dissolve workshop' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  await dissolve()
  expect(onLeft).not.toHaveBeenCalled()
  effectTime = null
  await dissolve()
  await expect.poll(() => onLeft.mock.calls).toHaveLength(1)
})

test('a machine is given to one of the workshops whose admin the person is', async () => {
  const workshops = [
    testWorkshop(),
    testWorkshop({ id: 'w_2', name: 'Cellar' }),
    testWorkshop({ id: 'w_3', name: 'Hall', role: 'member' }),
  ]
  const { network, screen, dialog } = await show(<GiveAct machine={testMachine()} />, { workshops })
  await screen.getByRole('button', { name: 'Choose a workshop' }).click()
  await expect.element(dialog.getByRole('radio', { name: 'Hall' })).not.toBeInTheDocument()
  const given = network.answer(giveMachine, () => ({}))
  await dialog.getByRole('radio', { name: 'Cellar' }).click()
  const handOver = dialog.getByRole('button', { name: 'Hand over' })
  await handOver.click()
  expect(given).toEqual([])
  await dialog.getByRole('textbox', { name: /Big laser/ }).fill('big laser')
  await handOver.click()
  await expect.element(screen.getByText('The machine belongs to Cellar now.')).toBeVisible()
  expect(given).toEqual([{ workshop: 'w_2' }])
})

test('a machine can go to the only workshop without a choice', async () => {
  const { network, screen, dialog } = await show(<GiveAct machine={testMachine()} />)
  await screen.getByRole('button', { name: 'Choose a workshop' }).click()
  await expect.element(dialog.getByText('Attic')).toBeVisible()
  await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument()
  const given = network.answer(giveMachine, () => ({}))
  await dialog.getByRole('textbox', { name: /Big laser/ }).fill('Big laser')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect.poll(() => given).toEqual([{ workshop: testWorkshop().id }])
})

test('before a deletion the person learns what has no owner afterwards, and where to change that', async () => {
  const workshops = [testWorkshop({ onlyAdmin: true }), testWorkshop({ id: 'w_2', name: 'Cellar' })]
  const { screen } = await show(<BeforeDeletion />, { workshops })
  await expect.element(screen.getByText('You own machines: 1')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open the workshop' }))
    .toHaveAttribute('href', expect.stringContaining('profile/machines/workshops/w_Vv9Qm1c0RkS0c2b5t1o2Vw'))
  await expect.element(screen.getByText(/Cellar/)).not.toBeInTheDocument()
})

test('nothing is wider than a phone', async () => {
  await setViewportWidth(320)
  const name = 'Fab lab of the city library'
  await showMembers([ADA, testMember(`Cy ${'x'.repeat(40)}`), testMember('Bo', { waiting: true })], { name })
  expect(horizontalOverflow()).toBe(0)
})
