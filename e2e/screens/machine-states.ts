/** Brings the pages of machines into states. Their calls are mocked: the demo account has no machine. */
import { PASS_DAYS_MAX } from '@kerf/contract/machines/passes'
import type { Page } from '@playwright/test'
import { cameraScript } from '../lib/camera.ts'
import { mock, QR_CODE } from './factor-states.ts'
import { submit } from './states.ts'

const CODE = 'Vv9Qm1c0RkS0c2b5t1o2VwVv9Qm1c0RkS0c2b5t1o2Vw'
const ID = 'm_Vv9Qm1c0RkS0c2b5t1o2Vw'
const MACHINE = {
  id: ID,
  sn: 'KERFDEMOLASER0000000001',
  name: 'Big laser in the yard',
  line: 'laser',
  role: 'owner',
  until: null,
  owner: { kind: 'personal', name: 'Ada Lovelace' },
  lost: false,
  transferring: false,
  course: 'laser',
  trained: true,
  passDays: 7,
  workshop: null,
}
const OTHERS = [
  {
    ...MACHINE,
    id: 'm_printer',
    name: '',
    line: 'printer',
    role: 'manager',
    trained: false,
    owner: { kind: 'enterprise', name: 'Fab lab of the city library' },
  },
  { ...MACHINE, id: 'm_welder', name: 'Welder', line: 'welder', lost: true, transferring: true },
  { ...MACHINE, id: 'm_other', name: '', line: 'x2', role: 'operator', until: 1_830_000_000 },
]
const person = (name: string, more: object = {}) => ({
  handle: name,
  name,
  role: 'operator',
  until: null,
  mayStart: true,
  self: false,
  waiting: false,
  admin: false,
  ...more,
})
const PEOPLE = [
  person('Ada Lovelace', { role: 'owner', self: true }),
  person('Charles Babbage', { role: 'manager' }),
  person('Mary Somerville', { until: 1_830_000_000, mayStart: false, passUntil: 1_829_000_000 }),
  person('王小明', { waiting: true, mayStart: false }),
]
const INVITATIONS = [
  {
    id: 'a',
    role: 'operator',
    until: 1_830_000_000,
    email: 'grace@example.com',
    uses: 1,
    expireTime: 1_829_000_000,
  },
  { id: 'b', role: 'operator', until: null, email: null, uses: 12, expireTime: 1_829_000_000 },
]
const OFFER = { code: CODE, url: `https://passport.example/en/machines/join#${CODE}`, qrCode: QR_CODE }

const REQUEST = {
  side: 'owner',
  machine: ID,
  line: 'laser',
  snEnd: '000001',
  state: 'open',
  since: 1_828_000_000,
  reviewFrom: 1_829_000_000,
}
const OWN_REQUESTS = [
  { ...REQUEST, side: 'claimant', machine: null, line: 'printer', snEnd: '4AB2C7' },
  { ...REQUEST, side: 'claimant', machine: null, line: 'welder', snEnd: '89CDEF', state: 'denied' },
]

async function withMachines(
  page: Page,
  machines: readonly object[],
  requests: readonly object[] = [],
): Promise<void> {
  await mock(page, 'machines', { machines, requests })
  await page.reload()
}

export async function list(page: Page): Promise<void> {
  await withMachines(page, [MACHINE, ...OTHERS])
  await page.getByRole('main').getByRole('listitem').first().waitFor()
}

export async function home(page: Page): Promise<void> {
  await withMachines(page, [MACHINE, ...OTHERS])
  await page.locator('#overview').getByText(MACHINE.name).waitFor()
}

export async function requests(page: Page): Promise<void> {
  await withMachines(page, [MACHINE, ...OTHERS], [REQUEST, ...OWN_REQUESTS])
  await page.getByText('4AB2C7').waitFor()
}

export async function failed(page: Page): Promise<void> {
  await mock(page, 'machines', {}, 20901)
  await page.reload()
  await page.getByRole('main').getByRole('alert').waitFor()
}

const dialogOf = (page: Page) => page.getByRole('dialog')

export async function claim(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Claim a machine|认领机器)$/ }).click()
  await dialogOf(page).waitFor()
}

const scanning = (sees: string | 'refused' | undefined, shown: RegExp) => async (page: Page) => {
  await page.addInitScript(cameraScript(sees))
  await page.reload()
  await page.getByText(shown).waitFor()
}

export const scanStarting = scanning(undefined, /^(Starting the camera|正在启动摄像头)/)
export const scanRefused = scanning('refused', /^(The camera is not allowed|未获得摄像头权限)/)
export const scanForeign = scanning(
  'https://elsewhere.example/',
  /^(This code leads to|此二维码指向其他网站)/,
)

/** After a scan. */
export async function scanned(page: Page): Promise<void> {
  await page.evaluate(sn => {
    sessionStorage.setItem('scan.result', JSON.stringify({ purpose: 'claim', text: sn, kept: '' }))
  }, MACHINE.sn)
  await page.reload()
  await dialogOf(page).waitFor()
}

export async function claimDigits(page: Page): Promise<void> {
  // As long as possible, so that every picture shows the same time.
  await page.clock.setFixedTime(Date.now())
  const expireTime = Math.floor(Date.now() / 1_000) + 600
  await mock(page, 'machines/claim/start', { digits: '271828', expireTime })
  await claim(page)
  await dialogOf(page).locator('input[name=sn]').fill(MACHINE.sn)
  await dialogOf(page).locator('button[type=submit]').click()
  await dialogOf(page).locator('output').waitFor()
}

export async function claimRefused(page: Page): Promise<void> {
  await mock(page, 'machines/claim', {}, 20702)
  await claimDigits(page)
  await dialogOf(page).locator('input[name=code]').fill('0712345678')
  await dialogOf(page).locator('button[type=submit]').click()
  await dialogOf(page).locator('[aria-invalid]').waitFor()
}

const openMachine =
  (
    machine: object = {},
    people: object = { people: PEOPLE, invitations: INVITATIONS },
    requests: readonly object[] = [],
  ) =>
  async (page: Page) => {
    await mock(page, `machines/${ID}/people`, people)
    await withMachines(page, [{ ...MACHINE, ...machine }], requests)
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await page.getByText('Ada Lovelace').first().waitFor()
  }

export const machine = openMachine({ transferring: true })
const requested = openMachine({}, { people: PEOPLE, invitations: [] }, [REQUEST])
export const machineRequested = requested
export async function confirmRequest(page: Page): Promise<void> {
  await requested(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Hand over|确认转让)/ })
    .click()
  await dialogOf(page).waitFor()
}
export const machineOfOthers = openMachine(
  { role: 'operator', until: 1_830_000_000, trained: false },
  {
    people: [
      person('Ada Lovelace', { role: 'owner', mayStart: null }),
      person('Mary Somerville', { self: true, mayStart: false }),
    ],
    invitations: [],
  },
)

const openDialog = (button: RegExp) => async (page: Page) => {
  await openMachine()(page)
  await page.getByRole('main').getByRole('button', { name: button }).click()
  await dialogOf(page).waitFor()
}

export const invite = openDialog(/^(Invite|邀请)$/)
export const remove = openDialog(/^(Remove Mary|移除 Mary)/)
export const release = openDialog(/^(Release machine|解绑机器)$/)

/** The page of passes: what is missing, and what can be chosen. */
export async function ready(page: Page): Promise<void> {
  const missing = OTHERS.map(one => ({ ...one, course: one.line === 'printer' ? 'printer' : null }))
  await withMachines(page, [MACHINE, ...missing])
  await page.getByRole('main').locator('button[type=submit]').waitFor()
}

/** Valid as long as a pass can be. */
const passFor = (machine: string) => ({
  pass: 'PASS',
  qrCode: QR_CODE,
  expireTime: Math.floor(Date.now() / 1_000) + PASS_DAYS_MAX * 86_400,
  machine,
})

/** Passes of several machines, one of which gives none. */
export async function passes(page: Page): Promise<void> {
  for (const id of [ID, 'm_other']) await mock(page, `machines/${id}/pass`, passFor(id))
  await mock(page, 'machines/m_welder/pass', {}, 20711)
  await ready(page)
  // A lost machine is not chosen at first.
  await page.getByRole('checkbox', { name: /Welder/ }).check()
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.getByRole('main').getByRole('img').first().waitFor()
}

/** One code, as large as it gets. */
export async function pass(page: Page): Promise<void> {
  await mock(page, `machines/${ID}/pass`, passFor(ID))
  await withMachines(page, [MACHINE])
  await page.getByRole('main').locator('button[type=submit]').click()
  await page.getByRole('main').getByRole('img').first().waitFor()
}

export async function invited(page: Page): Promise<void> {
  await mock(page, `machines/${ID}/invitations`, { id: 'c', ...OFFER, expireTime: 1_829_000_000 })
  await invite(page)
  await dialogOf(page).locator('button[type=submit]').click()
  await dialogOf(page).getByRole('img').waitFor()
}

const offered =
  (more: object, code = 0) =>
  async (page: Page) => {
    const offer = {
      kind: 'invitation',
      from: 'Ada Lovelace',
      name: MACHINE.name,
      line: 'laser',
      snEnd: '000001',
      role: 'operator',
      until: 1_830_000_000,
      ownerSince: null,
      approval: true,
      expireTime: 1_829_000_000,
    }
    await mock(page, 'machines/offers/describe', { ...offer, ...more }, code)
    await page.evaluate(secret => {
      location.hash = secret
    }, CODE)
  }

export async function invitation(page: Page): Promise<void> {
  await offered({})(page)
  await submit(page).waitFor()
}

export async function transfer(page: Page): Promise<void> {
  await offered({
    kind: 'transfer',
    name: '',
    role: 'owner',
    until: null,
    ownerSince: 1_700_000_000,
    approval: false,
  })(page)
  await submit(page).waitFor()
}

export async function taken(page: Page): Promise<void> {
  await mock(page, 'machines/transfer/accept', { machine: { ...MACHINE, name: '' } })
  await transfer(page)
  await page.getByRole('button', { name: /^(Become the owner|成为机主)$/ }).click()
  await page.getByRole('heading', { name: /^(The machine is yours|您已成为机主)$/ }).waitFor()
}

export async function gone(page: Page): Promise<void> {
  await offered({}, 20704)(page)
  await page.getByRole('heading', { name: /^(This link does not work|链接无效)$/ }).waitFor()
}

export async function guest(page: Page): Promise<void> {
  await page.evaluate(secret => {
    location.hash = secret
  }, CODE)
  await page.getByRole('link', { name: /^(Sign up|注册)$/ }).waitFor()
}

const WORKSHOP_ID = 'w_Vv9Qm1c0RkS0c2b5t1o2Vw'
const WORKSHOP = {
  id: WORKSHOP_ID,
  name: 'Fab lab of the city library',
  role: 'admin',
  waiting: false,
  members: 12,
  requests: 1,
  machines: 2,
  onlyAdmin: false,
  acts: [
    {
      ...{ id: 'a', kind: 'release', machine: ID, name: MACHINE.name, by: 'Charles Babbage' },
      effectTime: 1_829_000_000,
    },
    {
      id: 'b',
      kind: 'remove',
      machine: null,
      name: 'Charles Babbage',
      by: 'Ada Lovelace',
      effectTime: 1_829_100_000,
    },
  ],
}
const MEMBERS = {
  members: [
    { handle: 'a', name: 'Ada Lovelace', role: 'admin', waiting: false, self: true },
    { handle: 'b', name: 'Charles Babbage', role: 'admin', waiting: false, self: false },
    { handle: 'c', name: 'Mary Somerville', role: 'member', waiting: false, self: false },
    { handle: 'd', name: '王小明', role: 'member', waiting: true, self: false },
  ],
  invitations: [{ id: 'i', expireTime: 1_829_000_000 }],
}
const OWNED = {
  ...MACHINE,
  role: 'manager',
  owner: { kind: 'workshop', name: WORKSHOP.name },
  workshop: { id: WORKSHOP_ID, role: 'admin' },
}

export async function workshops(page: Page): Promise<void> {
  const others = [
    { ...WORKSHOP, id: 'w_2', name: 'School', role: 'member', requests: 0, acts: [] },
    {
      ...WORKSHOP,
      id: 'w_3',
      name: 'Makers of the old harbor',
      role: 'member',
      waiting: true,
      acts: [],
      requests: 0,
    },
  ]
  await mock(page, 'workshops', { workshops: [WORKSHOP, ...others] })
  await withMachines(page, [OWNED])
  await page.getByText('Makers of the old harbor').waitFor()
}

const workshopLink = (page: Page) => page.getByRole('main').getByRole('link', { name: WORKSHOP.name })

const openWorkshop =
  (changes: object = {}, members: object = MEMBERS, own: object = OWNED) =>
  async (page: Page) => {
    await mock(page, 'workshops', { workshops: [{ ...WORKSHOP, ...changes }] })
    await mock(page, `workshops/${WORKSHOP_ID}/members`, members)
    await withMachines(page, [own, { ...own, id: 'm_printer', name: '', line: 'printer' }])
    await workshopLink(page).click()
    await page.getByText('Ada Lovelace').first().waitFor()
  }

export const workshop = openWorkshop()
export const workshopOfOthers = openWorkshop(
  { role: 'member', acts: [], requests: 0 },
  {
    members: [
      { handle: 'a', name: 'Ada Lovelace', role: 'admin', waiting: false, self: false },
      { handle: 'c', name: 'Mary Somerville', role: 'member', waiting: false, self: true },
    ],
    invitations: [],
  },
  { ...OWNED, role: 'operator', workshop: { id: WORKSHOP_ID, role: 'member' } },
)

const workshopDialog = (button: RegExp) => async (page: Page) => {
  await workshop(page)
  await page.getByRole('main').getByRole('button', { name: button }).click()
  await dialogOf(page).waitFor()
}

export async function memberMenu(page: Page): Promise<void> {
  await workshop(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Actions for Mary|Mary Somerville 的操作)/ })
    .click()
  await page.getByRole('menu').waitFor()
}
export async function shareMachine(page: Page): Promise<void> {
  await memberMenu(page)
  await page.getByRole('menuitem').first().click()
  await dialogOf(page).waitFor()
}
export const dissolve = workshopDialog(/^(Dissolve workshop|解散工坊)$/)

export async function joinCode(page: Page): Promise<void> {
  const code = '7Q2M0ZKA9TXW3FHC'
  const url = `https://passport.example/en/machines/join#${code}`
  const created = { id: 'i', code, url, qrCode: QR_CODE, expireTime: 1_829_000_000 }
  await mock(page, `workshops/${WORKSHOP_ID}/invitations`, created)
  await workshopDialog(/^(New join code|生成加入码)$/)(page)
  await dialogOf(page).getByRole('img').waitFor()
}

export async function giveMachine(page: Page): Promise<void> {
  const other = { ...WORKSHOP, id: 'w_2', name: 'School', requests: 0, acts: [] }
  await mock(page, 'workshops', { workshops: [WORKSHOP, other] })
  await openMachine()(page)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Choose a workshop|选择工坊)$/ })
    .click()
  await dialogOf(page).waitFor()
}

export async function machineOfWorkshop(page: Page): Promise<void> {
  await mock(page, 'workshops', { workshops: [WORKSHOP] })
  const people = [person('Ada Lovelace', { role: 'manager', admin: true, self: true }), ...PEOPLE.slice(2)]
  await openMachine(OWNED, { people, invitations: [], owner: OWNED.owner })(page)
}

export async function workshopOffer(page: Page): Promise<void> {
  const offer = { name: WORKSHOP.name, admins: ['Ada Lovelace', '王小明'], expireTime: 1_829_000_000 }
  await mock(page, 'workshops/join/describe', offer)
  await page.evaluate(() => {
    location.hash = '7Q2M0ZKA9TXW3FHC'
  })
  await submit(page).waitFor()
}
