import { ApiError } from '@kerf/contract/client/client'
import { claimMachine, listMachines, startMachineClaim } from '@kerf/contract/machines/machines'
import { listWorkshops } from '@kerf/contract/machines/workshops'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { storeScanned, takeScanned } from '../../parts/scan/scan-storage.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { hasFocusWithin, horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { MachinesCard } from './machines-card.tsx'
import type { Machine } from './machines-query.ts'
import { testMachine } from './test-machines.ts'
import { testWorkshop } from './workshops/test-workshops.ts'

const renderCard = async ({ isPersonal = true } = {}) => {
  showTestPage()
  const onClaimed = vi.fn()
  const screen = await render(
    <TestRouter>
      <QueryProvider>
        <MachinesCard
          isPersonal={isPersonal}
          hrefOf={machine => `/en/profile/machines/${machine}`}
          onClaimed={onClaimed}
          onPasses={() => {}}
        />
      </QueryProvider>
    </TestRouter>,
  )
  return { screen, onClaimed, claim: screen.getByRole('button', { name: 'Claim a machine' }) }
}

const listOf = (...machines: Machine[]) => {
  const network = stubNetwork()
  network.answer(listMachines, () => ({ machines, requests: [] }))
  return network
}

const digits = (shown: string, seconds = 600) => ({
  digits: shown,
  expireTime: Math.floor(Date.now() / 1_000) + seconds,
})

test('tells a business account at each untrained machine that it takes no courses, and whom to invite', async () => {
  listOf(
    testMachine({ trained: false }),
    testMachine({ id: 'm_2', trained: false, role: 'operator' }),
    testMachine({ id: 'm_3' }),
  )
  const { screen } = await renderCard({ isPersonal: false })
  const items = screen.getByRole('listitem')
  await expect
    .element(items.first())
    .toMatchTextContent(/Only personal accounts.*Invite someone who has the certificate/)
  await expect
    .element(items.first().getByRole('link', { name: /^Invite/ }))
    .toHaveAttribute('href', expect.stringMatching(/\/machines\/m_.*#people$/))
  await expect.element(items.nth(1)).toMatchTextContent('Only personal accounts can take safety courses.')
  await expect.element(items.nth(1).getByRole('link', { name: /^Invite/ })).not.toBeInTheDocument()
  await expect.element(items.nth(2)).not.toMatchTextContent(/personal accounts/)
})

test('shows role, owner, end and what is in the way of each machine', async () => {
  listOf(
    testMachine({ lost: true }),
    testMachine({
      id: 'm_2',
      name: '',
      line: 'printer',
      role: 'operator',
      until: 1_800_000_000,
      trained: false,
    }),
    testMachine({ id: 'm_3', name: 'Third' }),
  )
  const { screen } = await renderCard()
  const items = screen.getByRole('listitem')
  await expect.element(items.first()).toMatchTextContent('Big laser')
  await expect.element(items.first()).toMatchTextContent('Reported lost')
  await expect.element(items.first()).not.toMatchTextContent(/Owned by|Ready/)
  await expect.element(items.nth(2)).toMatchTextContent('Ready')
  await expect
    .element(items.nth(1))
    .toMatchTextContent(/3D printer.*Operator.*until 2027-01-1\d.*Owned by Ada/)
  await expect.element(items.nth(1)).toMatchTextContent('Safety course needed')
  await expect.element(items.nth(1).getByRole('link')).toHaveAttribute('href', '/en/profile/machines/m_2')
})

test('without machines it offers to claim one, and an error can be retried', async () => {
  const network = stubNetwork()
  network.answer(listMachines, () => {
    throw new ApiError('system')
  })
  const { screen, claim } = await renderCard()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('We couldn’t load your machines')
  network.answer(listMachines, () => ({ machines: [], requests: [] }))
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('No machines yet')).toBeVisible()
  await expect.element(claim).toBeVisible()
})

test('claims by display with the keyboard alone, and keeps what was typed after a refusal', async () => {
  const network = listOf()
  const starts = network.answer(startMachineClaim, () => digits('271828'))
  const claims = network.answer(claimMachine, () => {
    throw new ApiError('machine_claim_refused')
  })
  const { screen, claim, onClaimed } = await renderCard()
  await claim.click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('textbox', { name: 'SN of the machine' })).toHaveFocus()
  await expect.element(dialog.getByText('23 capital letters and digits.')).toBeVisible()
  await userEvent.keyboard(' KERFDEMOLASER0000000001{Enter}')
  const code = dialog.getByRole('textbox', { name: '2. Type the ten digits that it shows' })
  await expect.element(code).toHaveFocus()
  expect(starts).toEqual([{ sn: 'KERFDEMOLASER0000000001' }])
  await expect.element(dialog.getByLabelText('Digits for the machine')).toMatchTextContent('271 828')
  await expect.element(dialog.getByText(/Valid for another (9:5\d|10:00)/)).toBeVisible()
  await userEvent.keyboard('0712345678{Enter}')
  const refused = dialog.getByText(/^The ten digits do not match the machine\./)
  await expect.element(refused).toBeVisible()
  await expect.element(code).toHaveValue('07123 45678')
  await expect.element(code).toHaveFocus()
  const submit = dialog.getByRole('button', { name: 'Claim', exact: true })
  await expect.element(submit).toBeDisabled()
  await expect.element(dialog.getByText('1. Type these digits into the machine')).toBeVisible()
  await userEvent.keyboard('{Backspace}')
  await expect.element(submit).toBeEnabled()
  await expect.element(refused).not.toBeInTheDocument()
  await userEvent.keyboard('8{Enter}')
  await expect.element(refused).toBeVisible()

  network.answer(startMachineClaim, () => {
    throw new ApiError('system')
  })
  await dialog.getByRole('button', { name: 'Get new digits' }).click()
  const failed = dialog.getByText(/^System error\./)
  await expect.element(failed).toBeVisible()
  await code.click()
  await userEvent.keyboard('{End}{Backspace}')
  await expect.element(failed).not.toBeInTheDocument()
  await userEvent.keyboard('8{Enter}')
  await expect.element(refused).toBeVisible()

  network.answer(startMachineClaim, () => digits('314159', 0))
  await dialog.getByRole('button', { name: 'Get new digits' }).click()
  await expect.element(dialog.getByLabelText('Digits for the machine')).toMatchTextContent('314 159')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('These digits have expired.')
  await expect.element(code).toHaveValue('07123 45678')

  network.answer(claimMachine, () => ({ machine: testMachine() }))
  await submit.click()
  await expect.poll(() => onClaimed.mock.calls).toEqual([['m_Vv9Qm1c0RkS0c2b5t1o2Vw']])
  expect(claims.at(-1)).toEqual({ sn: 'KERFDEMOLASER0000000001', code: '07123 45678' })
  await expect.element(dialog).not.toBeInTheDocument()
})

test('says that the owner is asked for a machine that has one', async () => {
  const network = listOf()
  network.answer(claimMachine, () => ({ request: { reviewFrom: 2_000_000_000 } }))
  const { screen, onClaimed, claim } = await renderCard()
  await claim.click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('SN of the machine').fill('KERFDEMOLASER0000000001')
  await dialog.getByRole('radio', { name: /^The card in the box/ }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabelText('Code of the card').fill('PP30GBQW0CR34')
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onClaimed).not.toHaveBeenCalled()
})

test('claims by card without asking for digits; the SN stays when the person goes back', async () => {
  const network = listOf()
  const claims = network.answer(claimMachine, () => {
    throw new ApiError('machine_lost')
  })
  const { screen, claim } = await renderCard()
  await claim.click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'SN of the machine' }).fill('KERF-1')
  await dialog.getByRole('radio', { name: /^The card in the box/ }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('textbox', { name: 'Code of the card' }).fill('abcd efgh jkmn p')
  await dialog.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('The owner has reported this machine lost')
  expect(claims).toEqual([{ sn: 'KERF-1', code: 'abcd efgh jkmn p' }])
  await dialog.getByRole('button', { name: 'Other SN' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'SN of the machine' })).toHaveValue('KERF-1')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => hasFocusWithin(claim)).toBe(true)
})

test('long names do not widen a narrow page', async () => {
  await setViewportWidth(320)
  listOf(
    testMachine({
      name: 'W'.repeat(40),
      owner: { kind: 'enterprise', name: 'X'.repeat(60) },
      role: 'manager',
    }),
  )
  const { screen } = await renderCard()
  await expect.element(screen.getByRole('listitem')).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})

test('a scanned serial number opens the claim once, with the way that was chosen before', async () => {
  listOf()
  storeScanned({ purpose: 'claim', text: 'KERFDEMOLASER0000000001', kept: 'card' })
  const { screen } = await renderCard()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('SN of the machine')).toHaveValue('KERFDEMOLASER0000000001')
  await expect.element(dialog.getByLabelText(/^The card in the box/)).toBeChecked()
  expect(takeScanned('claim')).toBeUndefined()
})

test.each(['an answer', 'a failure'])(
  'the claim that a scan opens waits for %s about the workshops',
  async outcome => {
    const network = listOf()
    const workshops = Promise.withResolvers<void>()
    const asked = network.answer(listWorkshops, async () => {
      await workshops.promise
      if (outcome === 'a failure') throw new ApiError('system')
      return { workshops: [testWorkshop()] }
    })
    storeScanned({ purpose: 'claim', text: 'KERFDEMOLASER0000000001', kept: 'card' })
    const { screen, claim } = await renderCard()
    await expect.element(screen.getByText('No machines yet')).toBeVisible()
    await expect.element(claim).toHaveAttribute('aria-busy', 'true')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    workshops.resolve()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByRole('button', { name: 'Continue' })).toBeVisible()
    expect(dialog.getByRole('radio', { name: 'Attic' }).elements()).toHaveLength(
      outcome === 'an answer' ? 1 : 0,
    )
    // The dialog does not ask again: an answer would move its buttons.
    expect(asked).toHaveLength(1)
  },
)
