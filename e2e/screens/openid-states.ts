/** States of the screens of OpenID Connect, with mocked answers: a state shows what an app's request asks for. */
import type { Page } from '@playwright/test'
import { setAccountsAside } from './account-states.ts'
import { mock } from './factor-states.ts'
import { countryIn, submit } from './states.ts'

const CLIENT = {
  clientId: 'app_nesting_studio',
  name: 'Nesting Studio',
  code: 'creative',
  party: 'third',
  type: 'web',
  homepageUrl: 'https://nesting.example/',
  privacyUrl: 'https://nesting.example/privacy',
  logo: '/files/app-logo/nesting.webp',
  registered: true,
}
const SCOPES = ['openid', 'profile', 'email', 'address', 'offline_access']
const SINCE = Date.UTC(2026, 2, 4) / 1000

const APIS = [
  {
    clientId: 'app_jobs',
    name: 'Job service',
    scopes: [{ name: 'jobs:write', en: 'Start and stop jobs', zh: '开始和停止加工', consented: false }],
  },
]

const FLOW = 'A'.repeat(43)
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#1f4e79"/>
  <path d="M12 12h22v16H12zM38 12h14v30H38zM12 32h22v20H12zM38 46h14v6H38z" fill="#f4b860"/></svg>`
const showLogo = (page: Page) =>
  page.route('**/files/app-logo/*', route => route.fulfill({ contentType: 'image/svg+xml', body: LOGO }))

/** From the page of an expired login: a call for a flow that has ended would log an error. */
const openFlow = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

const MACHINE = { line: 'laser', role: 'owner', actions: ['view', 'run'], chosen: true, named: true }
const MACHINES = [
  { ...MACHINE, id: 'm_bench', name: 'Workbench', snEnd: '000001' },
  { ...MACHINE, id: 'm_hall', name: '', snEnd: '000002', role: 'operator', chosen: false, named: false },
]

const waiting =
  (needs: string, machines: object[] | null = null, client = CLIENT) =>
  async (page: Page) => {
    const flow = {
      client,
      needs,
      scopes: SCOPES,
      consented: ['openid', 'profile'],
      apis: APIS,
      machines,
    }
    await mock(page, 'authorize/flow', { ...flow, loginHint: '', expiresIn: 3_600 })
    await showLogo(page)
    await openFlow(page, FLOW)
    await page.locator('main').getByText(client.name).first().waitFor()
  }

export const consent = waiting('consent')
export const consentMachines = waiting('consent', MACHINES)
export const consentNoMachine = waiting('consent', [])
/** A program that its own document describes. */
export const unregistered = waiting('consent', null, {
  ...CLIENT,
  name: 'nesting-agent.example',
  code: 'https://nesting-agent.example/client.json',
  logo: '',
  registered: false,
})
export const confirmation = waiting('reauthentication')
export const otherAccount = waiting('other_account')

export async function accountChoice(page: Page): Promise<void> {
  await setAccountsAside(page)
  await waiting('account')(page)
}

export async function logout(page: Page): Promise<void> {
  await mock(page, 'authorize/logout-flow', { client: CLIENT })
  await showLogo(page)
  await openFlow(page, `logout?flow=${FLOW}`)
  await page.locator('main').getByText(CLIENT.name).first().waitFor()
}

/** Apps with access, one of them of another company. */
export async function apps(page: Page): Promise<void> {
  const client = { ...CLIENT, clientId: 'app_creative', name: 'Kerf Creative', party: 'first', logo: '' }
  const items = [
    {
      client,
      scopes: ['openid', 'profile', 'email'],
      apis: [],
      since: SINCE,
      sessions: 2,
      offline: true,
    },
    { client: CLIENT, scopes: ['openid'], apis: [], since: SINCE, sessions: 0, offline: false },
  ]
  await mock(page, 'user/apps', {
    items,
    ended: [{ client: { ...client, clientId: 'app_ended' }, reason: 'token_reused', at: 1_760_000_000 }],
  })
  await showLogo(page)
  await page.reload()
  await page.getByText('Nesting Studio').waitFor()
}

/** The code of a device is entered. */
export async function device(page: Page): Promise<void> {
  const client = { ...CLIENT, name: 'Slicer', party: 'first', type: 'device', logo: '' }
  await mock(page, 'activate/code', {
    client,
    scopes: SCOPES,
    apis: APIS,
    place: countryIn(page, 'CH'),
    elsewhere: true,
    needs: 'nothing',
    machine: null,
  })
  await page.locator('main input[name=code]').fill('BCDF-GHJK')
  await submit(page).click()
  await page.locator('main').getByText(countryIn(page, 'CH')).waitFor()
}

const answered = (button: RegExp) => async (page: Page) => {
  await device(page)
  await mock(page, 'activate', { digits: null, expireTime: null })
  await page.getByRole('button', { name: button }).click()
  await page.locator('main').getByText(countryIn(page, 'CH')).waitFor({ state: 'detached' })
}
export const deviceAllowed = answered(/^(Allow|允许)$/)
export const deviceRefused = answered(/^(Don’t allow|不允许)$/)

/** The code of a machine with a network is entered. */
export async function machine(page: Page): Promise<void> {
  await mock(page, 'activate/code', {
    client: { ...CLIENT, name: '', party: 'first', type: 'device', logo: '' },
    scopes: ['openid', 'machine_claim', 'machine_session'],
    apis: [],
    place: countryIn(page, 'CH'),
    elsewhere: true,
    needs: 'nothing',
    machine: { line: 'laser', snEnd: '000001' },
  })
  await page.locator('main input[name=code]').fill('BCDF-GHJK')
  await submit(page).click()
  await page.locator('main').getByText('000001').waitFor()
}

const machineEnds = (state: string) => async (page: Page) => {
  await machine(page)
  await mock(page, 'activate', { digits: '4071', expireTime: Math.floor(Date.now() / 1_000) + 60 })
  await mock(page, 'activate/outcome', { state })
  await page.getByRole('button', { name: /^(Allow|允许)$/ }).click()
}
export async function machineDigits(page: Page): Promise<void> {
  await machineEnds('waiting')(page)
  await page.locator('output').waitFor()
}
const machineEnded = (state: string) => async (page: Page) => {
  await machineEnds(state)(page)
  await page.locator('[data-outcome]').waitFor()
}
export const machineDone = machineEnded('done')
export const machineRefused = machineEnded('refused')
