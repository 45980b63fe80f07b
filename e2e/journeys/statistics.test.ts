import { TRACKING_PATH } from '@kerf/contract/tracking/tracking'
import type { BrowserContext, Page } from '@playwright/test'
import { kerf, newCodes } from '../lib/codes.ts'
import * as form from '../lib/forms.ts'
import { codeFor } from '../lib/mailbox.ts'
import { DEMO, newEmail, newPerson, signInElsewhere } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, PHONE, test } from '../lib/test.ts'

interface Stored {
  readonly event: string
  readonly visitor: string
  readonly login: string | null
  readonly properties: Readonly<Record<string, unknown>>
}

const bar = (page: Page) => page.getByRole('region', { name: 'Statistics', exact: true })
const sent = (page: Page) => page.waitForResponse(answer => answer.url().endsWith('/sa.gif'))

/** The random id of the browser in the analytics library. */
async function visitorOf(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'sensorsdata2015jssdkcross')
  const state = JSON.parse(decodeURIComponent(cookie?.value ?? '{}'))
  return state.first_id || state.distinct_id || ''
}

/** Oldest first. */
const storedEvents = async (visitor: string): Promise<Stored[]> =>
  ((await kerf('event', 'list', '--visitor', visitor, '--limit', '1000')) as Stored[]).toReversed()

const productEvents = (rows: readonly Stored[]) =>
  rows
    .filter(({ event }) => !event.startsWith('$'))
    .map(({ event, properties: { method, ok, scene } }) =>
      [event, method, ok, scene].filter(one => one !== undefined).join(' '),
    )

const waitForEvent = async (visitor: string, event: string): Promise<Stored[]> => {
  await expect
    .poll(async () => (await storedEvents(visitor)).map(row => row.event), {
      intervals: [1_000],
    })
    .toContain(event)
  return storedEvents(visitor)
}

test.describe(() => {
  test.use({ statistics: 'unasked' })
  test('stores exactly the events of a visit with consent, without secrets', async ({ journey }) => {
    const { page, context, open, url } = journey
    journey.expectConsole(/status of 4\d\d/)
    const requests: string[] = []
    page.on('request', request => requests.push(new URL(request.url()).pathname))
    const email = newEmail()
    const password = 'cut-along-77'
    await open('/en/login?r=https%3A%2F%2Fevil.example%2F%3Fq%3Dada%40example.com&p=creative')
    await bar(page).waitFor()
    expect(requests.filter(path => /sa\.gif|track$/.test(path))).toEqual([])
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('sensorsdata2015jssdkcross')
    const firstRequest = sent(page)
    await bar(page).getByRole('button', { name: 'Allow' }).click()
    await firstRequest
    expect(await bar(page).count()).toBe(0)

    await form.openSignUp(page)
    await form.startSignUp(page, email)
    const code = await codeFor(url, email)
    await form.finishSignUp(page, code, password)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await form.waitForPath(page, '/en/profile')
    const visitor = await visitorOf(context)
    // A sign-out deletes events that have not been sent.
    await waitForEvent(visitor, 'register')
    await form.signOut(page)
    await form.email(page).waitFor()
    await form.signIn(page, { email, password: 'not-my-password-1' })
    await page.getByRole('alert').first().waitFor()
    await form.password(page).fill(password)
    await form.logIn(page).click()
    await form.waitForPath(page, '/en/profile')
    const [given = ''] = await newCodes()
    await page
      .getByRole('navigation', { name: 'Account center' })
      .getByRole('link', { name: /exchange/i })
      .click()
    await page.getByRole('checkbox', { name: 'Yes, redeem to this account' }).check()
    await page.getByRole('textbox', { name: 'Redemption code' }).fill(given)
    await page.getByRole('button', { name: 'Redeem', exact: true }).click()
    await page.getByRole('dialog', { name: 'Redeemed' }).waitFor()

    const again = await visitorOf(context)
    const rows = [
      ...(await storedEvents(visitor)),
      ...(again === visitor ? [] : await waitForEvent(again, 'redeemNow')),
    ]
    const all = again === visitor ? await waitForEvent(visitor, 'redeemNow') : rows
    expect(productEvents(all)).toEqual([
      'getCode register',
      'register captcha true',
      'passwordLogin',
      'login password false',
      'passwordLogin',
      'login password true',
      'redeemNow code true',
    ])
    const automatic = new Set(all.map(({ event }) => event).filter(event => event.startsWith('$')))
    for (const event of ['$pageview', '$WebPageLoad', '$WebPageLeave', '$WebClick', '$SignUp'])
      expect(automatic).toContain(event)
    expect(all.find(({ event }) => event === 'redeemNow')?.login).toMatch(/^[0-9a-f-]{36}$/)
    expect(all.find(({ event }) => event === 'getCode')?.login).toBeNull()
    expect(all[0]?.properties).toMatchObject({ appCode: 'creative', lang: 'en' })
    const text = JSON.stringify(all)
    const token = (await context.cookies()).find(({ name }) => name === 'utoken')?.value ?? 'none'
    for (const secret of [
      email,
      email.split('@')[0],
      password,
      'not-my',
      given,
      token,
      'evil.example',
      'Ada',
    ])
      expect(text).not.toContain(secret)
    // Longer numbers, such as times, may contain its digits.
    expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
    for (const { value } of await context.cookies())
      expect(decodeURIComponent(value)).not.toContain('evil.example')
  })
})

test.describe(() => {
  test.use({ statistics: 'unasked' })
  test(
    'tracks nothing after a refusal, and changes the choice on the privacy page',
    FULL,
    async ({ page, context, open, url }) => {
      await open('/zh/login')
      const question = page.getByRole('region', { name: '使用统计' })
      await question.getByRole('button', { name: '不允许' }).click()
      await question.waitFor({ state: 'detached' })
      await open('/zh/privacy')
      const requests: string[] = []
      context.on('request', request => requests.push(new URL(request.url()).pathname))
      const choice = page.getByRole('group', { name: '使用统计' })
      expect(await choice.getByRole('button', { pressed: true }).textContent()).toBe('不允许')
      const firstRequest = sent(page)
      await choice.getByRole('button', { name: '允许', exact: true }).click()
      await firstRequest
      const visitor = await visitorOf(context)
      expect(visitor).not.toBe('')
      await choice.getByRole('button', { name: '不允许' }).click()
      await expect.poll(() => visitorOf(context)).toBe('')
      requests.length = 0
      await open('/zh/login')
      const person = await newPerson(url)
      await setTokenCookie(context, url, person.token)
      await open('/zh/profile')
      await page.waitForFunction(() => performance.now() > 3_500)
      expect(requests.filter(path => /sa\.gif|\/v1\/track/.test(path))).toEqual([])
      expect(await visitorOf(context)).toBe('')
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter(key => /sawebjssdk/.test(key))),
      ).toEqual([])
    },
  )
})

test.describe(() => {
  test.use({ statistics: 'yes' })
  test(
    'tracks nothing when the browser sends Global Privacy Control',
    FULL,
    async ({ page, context, open }) => {
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
      })
      const requests: string[] = []
      page.on('request', request => requests.push(new URL(request.url()).pathname))
      await open('/en/privacy')
      await page.getByText('Global Privacy Control signal, so nothing is collected').waitFor()
      await page.waitForFunction(() => performance.now() > 3_000)
      expect(requests.filter(path => /sa\.gif|\/v1\/track/.test(path))).toEqual([])
      expect(await bar(page).count()).toBe(0)
    },
  )
})

test.describe(() => {
  test.use({ statistics: 'yes' })
  test(
    'sends only the two typed events of the page for resetting a password',
    FULL,
    async ({ page, context, open, url }) => {
      const bodies: { path: string; body: string | null }[] = []
      page.on('request', request => {
        const { pathname } = new URL(request.url())
        if (/sa\.gif|\/v1\/track$/.test(pathname)) bodies.push({ path: pathname, body: request.postData() })
      })
      const person = await newPerson(url)
      await open('/en/findpwd')
      await page.waitForFunction(() => performance.now() > 2_500)
      await form.email(page).fill(person.email)
      await form.goOn(page).click()
      await form.enterCode(page, await codeFor(url, person.email, 2))
      await form.newPassword(page).fill('engraved-88')
      await form.newPasswordAgain(page).fill('engraved-88')
      await page.getByRole('button', { name: 'Set password and log in' }).click()
      await form.waitForPath(page, '/en/profile')
      const early = bodies.filter(({ path }) => path === '/v1/track')
      expect(early.map(({ body }) => JSON.parse(body ?? '{}').events[0].event)).toEqual([
        'getCode',
        'findPassword',
      ])
      expect(early.map(({ body }) => body).join()).not.toMatch(/engraved|@/)
      // The library starts on the next page.
      await expect.poll(() => visitorOf(context)).not.toBe('')
      const visitor = await visitorOf(context)
      const rows = await waitForEvent(visitor, '$pageview')
      expect(JSON.stringify(rows)).not.toContain('findpwd')
    },
  )
})

for (const [how, fulfil] of [
  ['is unreachable', 'abort'],
  ['answers 500', 500],
  ['never answers', 'hang'],
] as const)
  test.describe(() => {
    test.use({ statistics: 'yes' })
    test(`works without interruption when the collector ${how}`, FULL, async ({ journey }) => {
      const { page, context, open, url } = journey
      journey.expectConsole(/ERR_FAILED|status of 500/)
      let requestCount = 0
      await context.route('**/sa.gif', route => {
        requestCount++
        // A route that is not fulfilled keeps the request pending.
        if (fulfil === 'hang') return
        return fulfil === 'abort' ? route.abort() : route.fulfill({ status: fulfil })
      })
      const person = await newPerson(url)
      await setTokenCookie(context, url, person.token)
      await open('/en/profile/exchange')
      await expect.poll(() => requestCount).toBeGreaterThan(0)
      await form.signOut(page)
      await form.email(page).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })

test.describe(() => {
  test.use({ statistics: 'yes' })
  test(
    'stores the events of the certificate button and its dialog',
    FULL,
    async ({ page, context, open, url }) => {
      await setTokenCookie(context, url, await signInElsewhere(url))
      await open('/en/profile/training?s=pc&av=2.1.0&md=win')
      await expect.poll(() => visitorOf(context)).not.toBe('')
      await page.getByRole('button', { name: 'Engrave' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
      const done = async () =>
        (await storedEvents(await visitorOf(context)))
          .filter(({ event }) => !event.startsWith('$'))
          .map(({ event, properties: { elementId, name, type } }) =>
            [event, elementId, name, type].filter(one => one !== undefined).join(' '),
          )
      const [opened, cancel] = ['open', 'cancel'].map(type => `dialogOperation certificateProcess ${type}`)
      // One press is two events, often of the same millisecond.
      await expect
        .poll(async () => (await done()).toSorted(), { intervals: [1_000] })
        .toEqual(['buttonClick certificateProcess', cancel, opened])
      expect((await done()).at(-1)).toBe(cancel)
    },
  )
})

test.describe(() => {
  test.use({ ...PHONE, statistics: 'unasked' })
  test(
    'covers no field with the question on a phone, in a small frame and at 320 px, and takes no focus',
    FULL,
    async ({ page, open }) => {
      for (const [width, height, path] of [
        [390, 844, '/en/login'],
        [320, 640, '/zh/login'],
        [480, 520, '/en/login?md=win&p=creative'],
        [1280, 800, '/en/login'],
      ] as const) {
        await page.setViewportSize({ width, height })
        await open(path)
        await page.locator('[data-consent-bar]').waitFor()
        const covered = await page.evaluate(() => {
          const bar = document.querySelector('[data-consent-bar]')?.getBoundingClientRect()
          const fields = [...document.querySelectorAll('main input, main button')]
          return fields.flatMap(field => {
            const box = field.getBoundingClientRect()
            const meets =
              bar !== undefined &&
              box.height > 0 &&
              box.bottom > bar.top &&
              box.top < bar.bottom &&
              box.right > bar.left &&
              box.left < bar.right
            return meets ? [field.outerHTML.slice(0, 80)] : []
          })
        })
        expect(covered, `${width} × ${height}`).toEqual([])
        expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    },
  )
})

test('loads no analytics script with the login page', async ({ page, url }) => {
  const html = await (await page.request.get(`${url}/en/login`)).text()
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of scripts)
    expect(await (await page.request.get(url + path)).text()).not.toMatch(
      /sensorsdata|sa\.gif|kerfStatistics|gtag/,
    )
})

test.describe(() => {
  test.use({ statistics: 'yes' })
  test(
    'stores the events of a login that leaves for an app before the library has loaded',
    FULL,
    async ({ page, context, open }) => {
      const APP = 'https://onesome.example'
      await context.route(`${APP}/**`, route => route.fulfill({ body: '<title>Shop</title>' }))
      // Held until the page is left. Once the library has loaded, it keeps its events for the next visit.
      let leave = () => {}
      const left = new Promise<void>(resolve => {
        leave = resolve
      })
      await page.route('**/assets/*.js', async route => {
        const response = await route.fetch()
        if ((await response.text()).includes('BatchSender')) await left
        await route.fulfill({ response }).catch(() => undefined)
      })
      let visitor = ''
      page.on('request', request => {
        if (request.url().endsWith(TRACKING_PATH)) visitor = request.postDataJSON().visitor
      })
      await open(`/en/login?r=${encodeURIComponent(`${APP}/shop`)}&p=customthings`)
      await form.signIn(page, DEMO)
      await page.waitForURL(`${APP}/shop**`)
      leave()
      expect(productEvents(await waitForEvent(visitor, 'login'))).toEqual([
        'passwordLogin',
        'login password true',
      ])
    },
  )
})
