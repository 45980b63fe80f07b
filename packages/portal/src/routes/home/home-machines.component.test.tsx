import { ApiError } from '@kerf/contract/client/client'
import { listMachines } from '@kerf/contract/machines/machines'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Machine } from '../../features/machines/machines-query.ts'
import { testMachine } from '../../features/machines/test-machines.ts'
import { knownMachinesQuery } from '../../features/welder/use-known-machines.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { HomeMachines } from './home-machines.tsx'

const renderHome = async (machines: () => Machine[]) => {
  const network = stubNetwork()
  network.answer(listMachines, () => ({ machines: machines(), requests: [] }))
  showTestPage()
  const screen = await render(
    <TestRouter>
      <QueryProvider>
        <HomeMachines base="profile" />
      </QueryProvider>
    </TestRouter>,
  )
  return { network, screen }
}

test('shows the first four machines with role and state, each leading to its page', async () => {
  const { screen } = await renderHome(() => [
    testMachine(),
    testMachine({ id: 'm_2', name: '', line: 'printer', role: 'operator', trained: false }),
    testMachine({ id: 'm_3', name: 'Third' }),
    testMachine({ id: 'm_4', name: 'Fourth' }),
    testMachine({ id: 'm_5', name: 'Fifth' }),
  ])
  const rows = screen.getByRole('listitem')
  await expect.element(rows.first()).toMatchTextContent(/Big laser.*Owner · SN ends in.*Ready/)
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/3D printer.*Operator · SN ends in.*Safety course needed/)
  expect(rows.elements()).toHaveLength(4)
  await expect
    .element(rows.nth(1).getByRole('link'))
    .toHaveAttribute('href', expect.stringContaining('profile/machines/m_2'))
  await expect.element(screen.getByRole('link', { name: 'All machines' })).toBeVisible()
})

test.each([
  [{ lost: true, transferring: true }, 'Reported lost.*Handover open'],
  [{ transferring: true, trained: false }, 'Safety course needed.*Handover open'],
  [{ transferring: true }, 'Ready.*Handover open'],
])('shows each state of %o', async (state, text) => {
  const { screen } = await renderHome(() => [testMachine(state)])
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(new RegExp(`Owner.*${text}$`))
})

test('shows until when a role holds', async () => {
  const { screen } = await renderHome(() => [testMachine({ role: 'operator', until: 1_830_000_000 })])
  await expect
    .element(screen.getByRole('listitem'))
    .toMatchTextContent(/Operator · until 2027-12-\d\d\s*SN ends in/)
})

test('without machines it leads to claiming one', async () => {
  const { screen } = await renderHome(() => [])
  await expect.element(screen.getByText(/Claim a machine in front of you/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Claim a machine' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'All machines' })).not.toBeInTheDocument()
})

test('the machine of the host app is there at once, if the page asked for it before', async () => {
  queryClient.setQueryData(knownMachinesQuery().queryKey, [{ sn: 'KERFWELD1200A0000000001', name: 'Welder' }])
  const { screen } = await renderHome(() => [testMachine()])
  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent('Big laser')
  expect(screen.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(screen.getByRole('listitem').last()).toMatchTextContent('Welder')
})

test('an error can be retried', async () => {
  let fails = true
  const { screen } = await renderHome(() => {
    if (fails) throw new ApiError('system')
    return [testMachine()]
  })
  await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
  fails = false
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('Big laser')
})

test('long names do not widen a narrow page', async () => {
  await setViewportWidth(320)
  const { screen } = await renderHome(() => [testMachine({ name: 'W'.repeat(40) })])
  await expect.element(screen.getByRole('listitem')).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
