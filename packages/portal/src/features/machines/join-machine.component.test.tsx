import { ApiError } from '@kerf/contract/client/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { getFullInfo } from '@kerf/contract/endpoints/profile'
import {
  acceptMachineInvitation,
  acceptMachineTransfer,
  describeMachineOffer,
} from '@kerf/contract/machines/machines'
import { listWorkshops } from '@kerf/contract/machines/workshops'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { removeTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { clearToken, setCurrentToken } from '../../lib/token/token-updates.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { JoinMachine } from './join-machine.tsx'
import { testMachine } from './test-machines.ts'
import { testWorkshop } from './workshops/test-workshops.ts'

const CODE = 'a'.repeat(44)
type Offer = OutputOf<typeof describeMachineOffer>

const OFFER: Offer = {
  kind: 'invitation',
  from: 'Ada Lovelace',
  name: 'Big laser',
  line: 'laser',
  snEnd: '000001',
  role: 'operator',
  until: null,
  ownerSince: null,
  approval: true,
  expireTime: 1_829_000_000,
}
const TRANSFER: Offer = {
  ...OFFER,
  kind: 'transfer',
  role: 'owner',
  ownerSince: 1_700_000_000,
  approval: false,
}

const GRACE = { uid: 'u-1', email: 'grace@example.com', enterpriseUser: null } as OutputOf<typeof getFullInfo>
const COMPANY = { ...GRACE, enterpriseUser: { uid: 'company-1' } }

beforeEach(() => {
  showTestPage()
  setTabItem('machineOffer', CODE)
  setCurrentToken('token-of-grace')
  onTestFinished(() => {
    clearToken()
    removeTabItem('machineOffer')
  })
})

const renderPage = () =>
  render(
    <QueryProvider>
      <TestRouter>
        <JoinMachine otherAccount="Use another account" />
      </TestRouter>
    </QueryProvider>,
  )

type Workshops = OutputOf<typeof listWorkshops>

const offered = async (
  offer: Partial<Offer>,
  account = GRACE,
  workshops: () => Workshops | Promise<Workshops> = () => ({ workshops: [] }),
) => {
  const network = stubNetwork()
  network.answer(listWorkshops, workshops)
  const asked = network.answer(describeMachineOffer, () => ({ ...OFFER, ...offer }))
  network.answer(getFullInfo, () => account)
  return { network, asked, screen: await renderPage() }
}

test('an invitation says who invites to what, accepts nothing by itself, and waits for approval', async () => {
  const { network, asked, screen } = await offered({})
  const accepted = network.answer(acceptMachineInvitation, () => ({ waiting: true as const }))
  await expect
    .element(screen.getByRole('heading', { name: 'Ada Lovelace invites you to use Big laser' }))
    .toBeVisible()
  const machine = ['Laser cutter', 'SN ends in 000001', 'Can use the machine']
  for (const text of [...machine, 'grace@example.com', 'Use another account'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  await expect.element(screen.getByText(/^Operator/)).toBeVisible()
  await expect.element(screen.getByText(/approves you first/)).toBeVisible()
  expect(asked).toEqual([{ code: CODE }])
  expect(accepted).toEqual([])
  await screen.getByRole('button', { name: 'Ask for access' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Waiting for approval' })).toHaveFocus()
  expect(accepted).toEqual([{ code: CODE }])
})

test('a transfer warns, makes the owner, and leads to the machine', async () => {
  const { network, screen } = await offered(TRANSFER)
  network.answer(acceptMachineTransfer, () => ({ machine: testMachine() }))
  await expect.element(screen.getByText(/Pay only when you have the machine/)).toBeVisible()
  for (const text of ['Big laser', 'Laser cutter', '000001'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  await expect.element(screen.getByText(/^Ada Lovelace has owned it since 2023-11-1\d\.$/)).toBeVisible()
  await expect.element(screen.getByText('Your role')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Become the owner' }).click()
  await expect.element(screen.getByRole('heading', { name: 'The machine is yours' })).toHaveFocus()
  expect(document.querySelector('[data-outcome] [data-of="wood"]'), 'shows the machine').not.toBeNull()
  await expect
    .element(screen.getByRole('link', { name: 'Show the machine' }))
    .toHaveAttribute('href', expect.stringContaining('profile/machines/m_Vv9Qm1c0RkS0c2b5t1o2Vw'))
})

test('a transfer is shown with the choice of its owner, never before it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const workshops = Promise.withResolvers<Workshops>()
  const ask = vi.fn(() => workshops.promise)
  const { screen } = await offered(TRANSFER, GRACE, ask)
  await expect.poll(() => ask.mock.calls).toHaveLength(1)
  const take = screen.getByRole('button', { name: 'Become the owner' })
  await vi.advanceTimersByTimeAsync(20_000)
  // What the timers would have shown is on the page by now.
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await expect.element(take).not.toBeInTheDocument()
  workshops.resolve({ workshops: [testWorkshop()] })
  await expect.element(take).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Attic' }).elements()).toHaveLength(1)
})

test('a transfer is shown without the choice of its owner when the workshops cannot be loaded', async () => {
  const ask = vi.fn((): Workshops => {
    throw new ApiError('system')
  })
  const { screen } = await offered(TRANSFER, GRACE, ask)
  await expect.element(screen.getByRole('button', { name: 'Become the owner' })).toBeVisible()
  await expect.element(screen.getByRole('radio')).not.toBeInTheDocument()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a machine that the account may not start yet says what is missing, and leads there first', async () => {
  const { network, screen } = await offered(TRANSFER)
  network.answer(acceptMachineTransfer, () => ({ machine: testMachine({ trained: false, course: 'laser' }) }))
  await screen.getByRole('button', { name: 'Become the owner' }).click()
  await expect.element(screen.getByText(/valid certificate of the course “Laser safety”/)).toBeVisible()
  const ways = screen.getByRole('link')
  await expect.element(ways.first()).toMatchTextContent('Open “Laser safety”')
  await expect.element(ways.first()).toHaveAttribute('href', expect.stringContaining('profile/training'))
  await expect.element(ways.nth(1)).toMatchTextContent('Show the machine')
})

test('an account without courses learns that only a personal account can earn the certificate', async () => {
  const { network, screen } = await offered(TRANSFER, COMPANY)
  network.answer(acceptMachineTransfer, () => ({ machine: testMachine({ trained: false, course: 'laser' }) }))
  await screen.getByRole('button', { name: 'Become the owner' }).click()
  await expect
    .element(
      screen.getByText(
        'Big laser is now in your list of machines. To start it you need a valid certificate of the course “Laser safety”. Only a personal account can earn it.',
      ),
    )
    .toBeVisible()
  const ways = screen.getByRole('link')
  expect(ways.elements()).toHaveLength(1)
  await expect.element(ways).toMatchTextContent('Show the machine')
})

test('an offer that ends while the page is open says so; another error can be repeated', async () => {
  const { network, screen } = await offered(TRANSFER)
  network.answer(acceptMachineTransfer, () => {
    throw new ApiError('system')
  })
  const take = screen.getByRole('button', { name: 'Become the owner' })
  await take.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
  network.answer(acceptMachineTransfer, () => {
    throw new ApiError('machine_offer_invalid')
  })
  await take.click()
  await expect.element(screen.getByRole('heading', { name: 'This link does not work' })).toHaveFocus()
})

test('a link that offers nothing to this account says which one it is, and leads to another', async () => {
  const network = stubNetwork()
  network.answer(describeMachineOffer, () => {
    throw new ApiError('machine_offer_invalid')
  })
  network.answer(getFullInfo, () => GRACE)
  const screen = await renderPage()
  await expect.element(screen.getByRole('heading', { name: 'This link does not work' })).toHaveFocus()
  await expect.element(screen.getByText('grace@example.com', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Use another account')).toBeVisible()
  await expect.element(screen.getByText(/Ask the person who sent it for a new one\.$/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Open your machines' })).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

test('a guest sees nothing of the offer, and can log in or sign up', async () => {
  clearToken()
  stubNetwork()
  const screen = await renderPage()
  await expect.element(screen.getByRole('heading', { name: 'You’ve been offered a machine' })).toBeVisible()
  const login = screen.getByRole('link', { name: 'Log in' })
  await expect.element(login).toHaveAttribute('href', expect.not.stringContaining(CODE))
  await expect.element(screen.getByRole('link', { name: 'Sign up' })).toBeVisible()
})

test('a link without its secret is called incomplete', async () => {
  removeTabItem('machineOffer')
  stubNetwork()
  const screen = await renderPage()
  await expect.element(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible()
})

test('long names do not widen a narrow page', async () => {
  await setViewportWidth(320)
  const { screen } = await offered({ from: 'X'.repeat(60), name: 'W'.repeat(40) })
  await expect.element(screen.getByRole('button', { name: 'Ask for access' })).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
