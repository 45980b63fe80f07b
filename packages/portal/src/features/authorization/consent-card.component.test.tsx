import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import type { Authorization } from './authorization-query.ts'
import { ConsentCard, NoMachineCard } from './consent-card.tsx'

type Machine = NonNullable<Authorization['machines']>[number]
const machine = (changes: Partial<Machine> = {}): Machine => ({
  ...{ id: 'm_bench', name: 'Workbench', line: 'laser', snEnd: '000001', role: 'owner' },
  ...{ actions: ['view', 'run'], chosen: false, named: false },
  ...changes,
})

const setUp = async (machines: Machine[] | null, changes: Partial<Authorization> = {}) => {
  showTestPage()
  const onAllow = vi.fn(async () => {})
  const authorization: Authorization = {
    client: {
      ...{ clientId: 'app_shop', name: 'Web shop', code: 'creative', party: 'third', type: 'web' },
      ...{ homepageUrl: '', privacyUrl: '', logo: '', registered: true },
    },
    ...{
      needs: 'consent',
      scopes: ['openid'],
      consented: [],
      apis: [],
      machines,
      loginHint: '',
      expiresIn: 60,
    },
    ...changes,
  }
  const screen = await render(
    <ConsentCard
      authorization={authorization}
      account={null}
      machineName={({ name, line }) => name || line}
      machinePicture={() => null}
      onAllow={onAllow}
      onDeny={async () => {}}
    />,
  )
  return { screen, onAllow, allow: screen.getByRole('button', { name: 'Allow', exact: true }) }
}

test('nothing can be allowed before a machine is chosen, and the app gets a name only if the person ticks it', async () => {
  const { screen, onAllow, allow } = await setUp([
    machine(),
    machine({ id: 'm_hall', name: '', snEnd: '000002' }),
  ])
  await expect.element(allow).toBeDisabled()
  await screen.getByRole('checkbox', { name: /^Workbench/ }).click()
  await allow.click()
  await expect.poll(() => onAllow.mock.calls).toEqual([[[{ id: 'm_bench', name: false }]]])
  await screen.getByRole('checkbox', { name: /Share the name/ }).click()
  await screen.getByRole('checkbox', { name: /000002/ }).click()
  await allow.click()
  await expect
    .poll(() => onAllow.mock.calls.at(-1))
    .toEqual([
      [
        { id: 'm_bench', name: true },
        { id: 'm_hall', name: false },
      ],
    ])
})

test('the earlier choice is shown and can be taken back', async () => {
  const { screen, allow } = await setUp([machine({ chosen: true, named: true })])
  await expect.element(allow).toBeEnabled()
  await expect.element(screen.getByRole('checkbox', { name: /Share the name/ })).toBeChecked()
  await screen.getByRole('checkbox', { name: /000001/ }).click()
  await expect.element(allow).toBeDisabled()
})

test('without a machine that the app asks for, one can be claimed, or the person goes back', async () => {
  showTestPage()
  const onDeny = vi.fn(async () => {})
  const screen = await render(
    <TestRouter>
      <NoMachineCard name="Web shop" account={null} machinesHref="/en/profile/machines" onDeny={onDeny} />
    </TestRouter>,
  )
  await expect
    .element(screen.getByRole('link', { name: 'Claim a machine' }))
    .toHaveAttribute('href', '/en/profile/machines')
  await screen.getByRole('button', { name: 'Go back to Web shop' }).click()
  await expect.poll(() => onDeny.mock.calls).toHaveLength(1)
})

test('what an app can do stands apart from what it receives', async () => {
  const { screen } = await setUp(null, {
    scopes: ['openid', 'email', 'offline_access'],
    apis: [
      {
        clientId: 'app_jobs',
        name: 'Job service',
        scopes: [{ name: 'jobs:write', en: 'Start and stop jobs', zh: '开始和停止加工', consented: false }],
      },
    ],
  })
  const acts = screen.getByRole('list', { name: 'It can also' }).getByRole('listitem')
  await expect.element(acts.first()).toMatchTextContent('Use your account even when you are not logged in')
  expect(acts.elements().map(({ textContent }) => textContent)).toEqual([
    'Use your account even when you are not logged in',
    'Job service: Start and stop jobs',
  ])
})

test('warns of a program that is not registered before it says what it receives, and suggests no answer', async () => {
  const client = {
    clientId: 'a',
    name: 'agent.example',
    code: '',
    party: 'third',
    type: 'native',
    homepageUrl: '',
    privacyUrl: '',
    logo: '',
    registered: false,
  } as const
  const { screen, allow } = await setUp(null, { client })
  const warning = screen.getByText('This program is not verified').element()
  const receives = screen.getByRole('heading', { name: 'agent.example receives' }).element()
  expect(warning.compareDocumentPosition(receives)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await expect.element(allow).toHaveAttribute('data-variant', 'secondary')
})

test('an app that asks for no machine is allowed without a choice', async () => {
  const { onAllow, allow } = await setUp(null)
  await allow.click()
  await expect.poll(() => onAllow.mock.calls).toEqual([[undefined]])
})
