/** Every screen of the operators' console and its states, with the data that they show. */
import type { Browser, BrowserContext, Page, Route } from '@playwright/test'
import { addAuthenticator } from '../lib/authenticator.ts'
import { freePort } from '../lib/free-port.ts'
import { signInElsewhere } from '../lib/people.ts'
import type { Environment, Product } from '../lib/product.ts'
import { ignoreRequest, waitForSettled } from '../lib/settled.ts'
import type { EnterState } from './screens.ts'

export interface ConsoleScreen {
  readonly name: string
  readonly path: string
  /** `nobody`: before the login */
  readonly viewer: 'operator' | 'nobody'
  readonly states: Readonly<Record<string, EnterState>>
}

/** A running console with an operator's session. */
export interface ConsoleAccess {
  readonly origin: string
  /** value of the session's cookie */
  readonly session: string
}

/** Of the demo people: one with wrong passwords, and one with a refused email. */
const PERSON = '00000000-0000-4000-8001-000000000006'
const MAILED = '00000000-0000-4000-8001-000000000007'
const SESSION_COOKIE = 'kerf_console'
const REASON = 'the owner called back'

export async function consoleSettings(): Promise<Environment> {
  const port = String(await freePort())
  return { CONSOLE_HOST: `console.localhost:${port}`, CONSOLE_PORT: port }
}

/** Enrols an owner with two passkeys, and writes what the lists show. */
export async function openConsole(browser: Browser, product: Product): Promise<ConsoleAccess> {
  const origin = `http://${product.environment.CONSOLE_HOST}`
  const context = await browser.newContext()
  const page = await context.newPage()
  const invite = async (name: string, ...roles: readonly string[]): Promise<string> => {
    const options = roles.flatMap(role => ['--role', role])
    return ((await product.kerf('operator', 'invite', '--name', name, ...options)) as { link: string }).link
  }
  await invite('tom', 'support', 'publisher')
  await addAuthenticator(page)
  await page.goto(await invite('mei', 'owner'))
  await page.getByRole('button').first().click()
  await page.getByRole('textbox').first().waitFor()
  // A page has one authenticator.
  const second = await context.newPage()
  await addAuthenticator(second)
  await second.goto(origin)
  await second.getByRole('button', { name: 'Add a passkey' }).click()
  await second.getByText('Passkey added').waitFor()
  const session = (await context.cookies(origin)).find(({ name }) => name === SESSION_COOKIE)?.value ?? ''
  await writeData(product, second)
  await signInElsewhere(product.url)
  await context.close()
  return { origin, session }
}

/** `page`: of the operator, who calls from it as the screens do. */
async function writeData(product: Product, page: Page): Promise<void> {
  const call = (name: string, input: object, why: object = {}): Promise<unknown> =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`/api/call/${path}`, { method: 'POST', headers, body: body ?? '' })
        return (await answer.json()).result
      },
      [name.replaceAll(' ', '.'), JSON.stringify({ input, ...why })],
    )
  const text = {
    ...{ titleEn: 'New cutting profiles for oak', titleZh: '橡木的新切割参数' },
    ...{ bodyEn: 'Update the app to **use them**.', bodyZh: '更新应用即可**使用**。' },
  }
  await call('message send', { audience: 'all', category: 'system', ...text }, { reason: 'release' })
  await call('message send', { audience: `uid:${PERSON}`, category: 'app', ...text })
  await call('announcement publish', text, { reason: 'release' })
  const [benefit] = (await call('benefit list', {})) as { id: string }[]
  await call('codes create', { benefit: benefit?.id, count: 250, expires: '2031-12-31' }, { reason: 'fair' })
  await call('ip ban', { network: '198.51.100.0/24', until: '2031-01-31T12:00:00Z' }, { reason: 'guessing' })
  await call('ip ban', { network: '2001:db8::/48' }, { reason: 'guessing' })
  const why = { reason: REASON, caseNumber: '4711' }
  await call('user note', { who: PERSON, note: 'The owner asks for an answer by phone.' }, why)
  await call('benefit give', { who: PERSON, benefit: benefit?.id }, why)
  await call('user change-email', { who: PERSON, to: 'ada@example.net', evidence: 'doc-17' }, why)
  await product.kerf(
    ...['app', 'create', '--code', 'gallery', '--name', 'Kerf Studio', '--origin', 'https://studio.example'],
  )
}

/** Opens a screen in a new page of the context, and waits until it is complete. */
export async function openConsoleScreen(
  context: BrowserContext,
  { origin, session }: ConsoleAccess,
  { path, viewer }: ConsoleScreen,
  language: string,
): Promise<Page> {
  if (viewer === 'operator')
    await context.addCookies([{ name: SESSION_COOKIE, value: session, url: origin, httpOnly: true }])
  const page = await context.newPage()
  await page.addInitScript(chosen => localStorage.setItem('kerf_console_language', chosen), language)
  await page.goto(origin + path)
  await waitForSettled(page)
  return page
}

const CALLS = '**/api/call/**'

/** Answers the calls of the screen, and opens it again. */
const answered =
  (answer: (route: Route) => Promise<unknown> | undefined, pattern = CALLS): EnterState =>
  async page => {
    await page.route(pattern, answer)
    await page.reload()
    await waitForSettled(page)
  }

const loading = answered(route => void ignoreRequest(route.request()))
const unavailable = (route: Route) => route.fulfill({ status: 503, json: { error: 'unavailable' } })
const failed = answered(unavailable)
const none = { name: '', total: 0, perDay: [0, 0, 0, 0, 0, 0, 0] }
const NO_STATS = {
  ...{
    days: ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06', '2026-01-07'],
  },
  ...{ signUps: none, signIns: none, codes: none, redemptions: none, trainings: none },
  ...{ signInsByMethod: [], signInsByBrand: [], failures: [] },
}
const LIST =
  /^audit$|\.(?:list|sessions|history|deliveries|suppressions|requests|machines|find)$|limits\.show$/
/** Every list has no row. */
const empty = answered(route => {
  const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
  if (name === 'find') return route.fulfill({ json: { result: { hits: [], next: null, similar: '' } } })
  if (name === 'stats') return route.fulfill({ json: { result: NO_STATS } })
  return LIST.test(name) ? route.fulfill({ json: { result: [] } }) : route.continue()
})
const states = { empty, loading, failed }

/** Another operator must approve, as after too many people. */
const pending = answered(route => {
  const approval = { id: 'a_1', summary: 'people above 50 in an hour', expiresAt: 1_900_000_000 }
  return route.fulfill({ status: 202, json: { error: 'approval_pending', approval } })
})

const dialog =
  (label: RegExp, work: (page: Page) => Promise<unknown> = async () => undefined): EnterState =>
  async page => {
    await page.locator('main').getByRole('button', { name: label }).first().click()
    await page.getByRole('dialog').waitFor()
    await work(page)
    await waitForSettled(page)
  }
const submitDialog = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').click()
/** One field after another, because each takes the focus. */
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value)
}

/** An act that is done, with the way back. */
const undo: EnterState = async page => {
  await dialog(/^(Restrict|Lift the restriction|限制账号|解除账号限制)$/, async () => {
    await fill(page, { reason: REASON })
    await submitDialog(page)
  })(page)
  await page.getByRole('button', { name: /^(Undo|撤销)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

const written: EnterState = async page => {
  await page.locator('main').getByRole('button').first().click()
  await fill(page, { titleEn: 'Maintenance on Sunday', titleZh: '周日维护' })
  await fill(page, {
    bodyEn: 'The portal is away **from 2 to 3**.',
    bodyZh: '门户将于 **2 至 3 点**停止服务。',
  })
  await page.locator('main form button[type=submit]').click()
  await page.locator('article').first().waitFor()
}

const app: EnterState = async page => {
  await page.getByRole('link', { name: 'Kerf Studio' }).click()
  await waitForSettled(page)
}

const machineFact = (code: string, en: string, zh: string, operation?: string) => ({
  ...{ about: 'machine', code, blocks: true, since: 1_780_000_000, until: null, text: { en, zh } },
  mend: operation === undefined ? null : { operation, arguments: [MACHINE] },
})
const MACHINE = 'm_AAAAAAAAAAAAAAAAAAAAAA'
const ofMachine = { machine: MACHINE, line: 'laser', since: 1_780_000_000, until: null, workshop: null }
const machinesOfPerson = answered(
  route =>
    route.fulfill({
      json: {
        result: [
          { ...ofMachine, name: 'Attic', sn: '…89CDEF', through: 'role', role: 'owner', facts: [] },
          {
            ...{ ...ofMachine, name: 'Basement', sn: '…23AB45', through: 'role', role: 'operator' },
            ...{ until: 1_900_000_000 },
            facts: [
              machineFact(
                'machine_distrusted',
                'The machine …23AB45 is no longer trusted, because its keys may be known to others.',
                '机器 …23AB45 不再受信任：其密钥可能已泄露。',
                'machine renew',
              ),
            ],
          },
          {
            ...{ ...ofMachine, name: '', sn: '…77XY01', through: 'workshop', role: 'member' },
            ...{ workshop: { id: 'w_1', name: 'Oak & Co' } },
            facts: [
              machineFact(
                'machine_without_role',
                'The person has no role on it.',
                '用户在此机器上没有角色。',
              ),
            ],
          },
        ],
      },
    }),
  '**/api/call/user.machines',
)
const machineRequests = answered(
  route =>
    route.fulfill({
      json: {
        result: [
          { ...ofMachine, sn: '…89CDEF', claimant: PERSON, state: 'open' },
          { ...ofMachine, sn: '…23AB45', claimant: MAILED, state: 'used card' },
        ],
      },
    }),
  '**/api/call/machine.requests',
)

const checkedCode: EnterState = async page => {
  await page.locator('main input[name=code]').fill('KERF-DEM0-2020-0001')
  await page.locator('main form button[type=submit]').click()
  await page.locator('main').getByRole('status').or(page.getByRole('alert')).first().waitFor()
}

const counted: EnterState = async page => {
  await page.locator('main input[name=network]').fill('203.0.113.0/24')
  await page.locator('main form button[type=submit]').click()
  await page.locator('main [data-tone=warning]').waitFor()
}

const palette: EnterState = async page => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('co')
  await waitForSettled(page)
}

const screen = (
  name: string,
  path: string,
  more: ConsoleScreen['states'] = {},
  viewer: ConsoleScreen['viewer'] = 'operator',
): ConsoleScreen => ({ name: `console-${name}`, path, viewer, states: more })

const person = (tab: string) => `/people/${PERSON}?tab=${tab}`

export const CONSOLE_SCREENS: readonly ConsoleScreen[] = [
  screen(
    'entrance',
    '/?login=refused',
    {
      failed: answered(unavailable, '**/api/**'),
      login: page =>
        page
          .getByRole('button', { name: /passkey|通行密钥/ })
          .last()
          .click(),
    },
    'nobody',
  ),
  screen('enroll', `/#${'x'.repeat(43)}`, {}, 'nobody'),
  screen('search', '/', { palette }),
  screen('hits', '/?q=ada', { ...states, pending }),
  screen('hits-of-address', '/?q=nobody%40demo.example'),
  screen('person-answers', person('answers'), { loading, failed }),
  screen('person-answers-of-address', '/people/nobody%40demo.example'),
  screen('person-facts', person('facts'), {
    ...{ loading, failed, undo },
    reveal: dialog(/^(Show full|显示完整)/, submitDialog),
    ban: dialog(/^(Ban|封禁)$/),
    mailbox: dialog(/^(Change a lost|更换无法)/, submitDialog),
    restore: dialog(/^(Give a stolen|找回被盗)/),
    merge: dialog(/^(Merge|合并到)/, async page => {
      await fill(page, { into: MAILED })
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Preview|预览)/ })
        .click()
      await page.getByRole('dialog').getByRole('status').waitFor()
    }),
  }),
  screen('person-sessions', '/people/maker%40demo.example?tab=sessions', { empty }),
  screen('person-mails', `/people/${MAILED}?tab=mails`, { ...states }),
  screen('person-limits', person('limits'), { empty }),
  screen('person-benefits', person('benefits'), {
    empty,
    give: dialog(/^(Give|发放)/, submitDialog),
    undo: dialog(/^(Undo|撤销)/),
  }),
  screen('person-certificates', '/people/maker%40demo.example?tab=certificates', { empty }),
  screen('person-machines', person('machines'), { loading, failed, list: machinesOfPerson }),
  screen('person-history', person('history'), { empty, note: dialog(/^(Add|添加)/) }),
  screen('overview', '/today', { ...states }),
  screen('messages', '/messages', { ...states, written }),
  screen('announcements', '/announcements', { ...states }),
  screen('codes', '/codes', { ...states, checked: checkedCode, create: dialog(/^(Create|创建)/) }),
  screen('apps', '/apps', { ...states, app }),
  screen('app', '/apps/unknown'),
  screen('machines', '/machines', { ...states, requests: machineRequests }),
  screen('networks', '/networks', { ...states, counted }),
  screen('approvals', '/approvals', { ...states, approve: dialog(/^(Reject|拒绝)$/) }),
  screen('audit', '/audit?event=operator.', { ...states }),
  screen('operators', '/operators', { loading, failed }),
  screen('request', '/requests/unknown-request', { loading, failed }),
  screen('not-found', '/nowhere'),
]
