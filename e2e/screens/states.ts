/** Brings screens into their states by their visible controls, in either language. */
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { clearAnswer } from '../lib/statistics.ts'

/** A country as the server names the place of an IP address: in the language of the page. */
export const countryIn = (page: Page, code: string): string =>
  new Intl.DisplayNames(new URL(page.url()).pathname.slice(1, 3), { type: 'region' }).of(code) ?? code

const PICTURE = fileURLToPath(new URL('../../courses/laser/daily-check.webp', import.meta.url))

/** A picture of one's own is chosen, and waits for its crop. */
export async function chosenPicture(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(PICTURE)
  await page.getByRole('dialog').getByRole('slider').first().waitFor()
}

export const submit = (page: Page) => page.locator('main form button[type=submit]').first()

/** Values by field name. Fields that a screen does not have are skipped. */
const TYPED: Readonly<Record<string, string>> = {
  email: 'ada.lovelace@example.com',
  account: 'ada-workshop',
  captcha: '271828',
  password: 'cut-along-77',
  again: 'cut-along-77',
}

export async function filled(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(TYPED)) {
    const field = page.locator(`main input[name=${name}]`)
    if (await field.isVisible()) await field.fill(value)
  }
  const boxes = page.locator('main input[type=checkbox]')
  for (const box of await boxes.all()) if (await box.isVisible()) await box.check()
}

/** The form is submitted empty. */
export async function empty(page: Page): Promise<void> {
  await submit(page).click()
  await page.locator('[aria-invalid]').first().waitFor()
}

/** The form is submitted with a wrong password. */
export async function refused(page: Page): Promise<void> {
  await filled(page)
  await submit(page).click()
  await page.getByRole('alert').first().waitFor()
}

/** The answer of a call. It succeeds unless `code` names an error. */
const answer = (data: object, code = 0) => ({ json: { code, data, msg: '', requestId: '1' } })

/** As the link of an email opens it, while the login waits. */
export async function loginToAllow(page: Page): Promise<void> {
  const data = {
    place: countryIn(page, 'NL'),
    at: Math.floor(Date.now() / 1_000) - 125,
    application: 'Edge (Windows)',
    account: 'm***r@example.com',
  }
  await page.route('**/v1/login/allow', route => route.fulfill(answer(data)))
  await page.evaluate(() => {
    location.hash = 'a-link-of-a-mail'
  })
  await page.getByText(data.place).waitFor()
}

export async function allowedLogin(page: Page): Promise<void> {
  await loginToAllow(page)
  await submit(page).click()
  await page.getByText(/Login allowed|已允许登录/).waitFor()
}

const DESCRIBE_EVENT = '**/v1/user/not-me/describe'

async function openSecurityLink(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = 'a-link-of-a-mail'
  })
}

/** As the link of the email about a login from a new browser opens it. */
export async function eventToReport(page: Page): Promise<void> {
  const at = Math.floor(Date.now() / 1_000) - 125
  const isChinese = new URL(page.url()).pathname.startsWith('/zh')
  const data = {
    at,
    event: isChinese ? '您的账号在新设备上登录' : 'New login to your account',
    application: 'Edge (Windows)',
    place: countryIn(page, 'NL'),
    account: 'm***r@example.com',
    stops: true,
    removesUntil: at + 3 * 86_400,
  }
  await page.route(DESCRIBE_EVENT, route => route.fulfill(answer(data)))
  await openSecurityLink(page)
  await page.getByText(data.place).waitFor()
}

export async function eventNotDescribed(page: Page): Promise<void> {
  await page.route(DESCRIBE_EVENT, route => route.fulfill(answer({}, 20901)))
  await openSecurityLink(page)
  await page.getByText(/Bring back a changed email address|恢复被更换的邮箱/).waitFor()
}

export async function eventGone(page: Page): Promise<void> {
  await openSecurityLink(page)
  await page.getByText(/This link no longer works|此链接已失效/).waitFor()
}

/** As the link of the email to the new address of a lost mailbox opens it. */
export async function mailboxToConfirm(page: Page): Promise<void> {
  const data = { email: 'ada.new@example.com', startsAt: 1_795_000_000 }
  await page.route('**/v1/email/confirm', route => route.fulfill(answer(data)))
  await page.evaluate(() => {
    location.hash = 'a-link-of-a-mail'
  })
  await page.getByText('ada.new@example.com').waitFor()
}

export async function confirmedMailbox(page: Page): Promise<void> {
  await mailboxToConfirm(page)
  await submit(page).click()
  await page.getByText(/Email address confirmed|邮箱已确认/).waitFor()
}

export async function byCode(page: Page): Promise<void> {
  await page.getByRole('tab').nth(1).click()
  await page.getByRole('button', { name: /^(Get code|获取验证码)/ }).waitFor()
}

/** The slider is shown and ready. */
export async function humanCheck(page: Page): Promise<void> {
  await page.locator('main input[name=email]').fill(`ada-${Date.now()}@example.com`)
  const getCode = page.getByRole('button', { name: /^(Get code|获取验证码)/ })
  if (await getCode.isVisible()) await getCode.click()
  // A sign-up asks for the code by itself.
  else await submit(page).click()
  await page.getByRole('slider').waitFor()
  await page.getByText(/The laser is ready|激光已就绪/).waitFor()
}

/** The slider is completed. */
export async function human(page: Page): Promise<void> {
  await humanCheck(page)
  await page.keyboard.press('End')
  await page.getByText(/A clean cut|验证通过/).waitFor()
}

/** The second step of a sign-up: the code is sent. */
export async function signUpCode(page: Page): Promise<void> {
  await human(page)
  await page.getByRole('slider').waitFor({ state: 'detached' })
  await page
    .getByText(/^(We sent a code|验证码已发送)/)
    .first()
    .waitFor()
}

/** The third step. */
export async function signUpPassword(page: Page): Promise<void> {
  await signUpCode(page)
  await page.locator('input[name=captcha]').fill('271828')
  await page.locator('input[name=password]').waitFor()
}

export async function menu(page: Page): Promise<void> {
  await page.locator('header button[aria-expanded=false]').click()
}

/** A field has an unsaved, invalid value. */
export async function unsaved(page: Page): Promise<void> {
  const nickname = page.locator('main input[name=nickname]')
  await nickname.fill('x'.repeat(31))
  await nickname.blur()
  await page.locator('[aria-invalid]').first().waitFor()
}

/** The dialog of a button is open. */
export const dialog = (button: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** The element that a button opens is shown. */
export const opened = (button: RegExp, what: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name: button }).first().click()
  await page.locator(what).first().waitFor()
}

/** A code is redeemed for the shown account. */
export const redeemed = (code: () => string, answer: string) => async (page: Page) => {
  await page.locator('main input[name=account]').check()
  await page.locator('main input[name=code]').fill(code())
  await submit(page).click()
  await page.locator(answer).first().waitFor()
}

let codes = 0
/** The next of the twelve codes of a demo installation. */
export const demoCode = (): string => `KERFDEM02026${String((codes++ % 12) + 1).padStart(4, '0')}`

const isChosen = (page: Page) => page.locator('main input[type=radio]').first().click()

/** The welder's video is shown, before it plays. */
export async function welderVideo(page: Page): Promise<void> {
  await isChosen(page)
  await page.locator('main video').waitFor()
}

/** Skips the video of 90 seconds: sets the window's record that it was watched. */
async function afterVideo(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.setItem('kerf.welder.watched', String(Date.now())))
  await page.reload()
  await isChosen(page)
  await page.locator('main input[name=sn]').waitFor()
}

export async function wrongSn(page: Page): Promise<void> {
  await afterVideo(page)
  await page.locator('main input[name=sn]').fill('KLW1200')
  await submit(page).click()
  await page.locator('[aria-invalid]').first().waitFor()
}

/** Mocks the server's responses to a visitor who has watched the video. */
export async function unlockPassword(page: Page): Promise<void> {
  await page.route('**/v1/device/request', route => route.fulfill(answer({ token: 'a.b.c', activation: '' })))
  const given = answer({ password: '07398788', lightSource: '1200W' })
  await page.route('**/v1/device/activate', route => route.fulfill(given))
  await afterVideo(page)
  await page.locator('main input[name=sn]').fill('KLW1200AB0123456789CDEF')
  await submit(page).click()
  await page.locator('main output').waitFor()
}

export async function messageOpen(page: Page): Promise<void> {
  await page.locator('[data-message]').first().click()
  await page.locator('article h2').waitFor()
}

export async function messageSettings(page: Page): Promise<void> {
  await page.locator('[data-settings]').click()
  await page.getByRole('switch').first().waitFor()
}

/** Mocks the message list, so that the demo account keeps its messages. */
async function messagesAnswer(page: Page, answer: object, tab: number, shown: string): Promise<void> {
  await page.route('**/message/v1/web/list*', route => route.fulfill({ json: answer }))
  await page.getByRole('tab').nth(tab).click()
  await page.locator(shown).first().waitFor()
}
/** The counts agree with the empty list. */
export async function messagesEmpty(page: Page): Promise<void> {
  const answer = { code: 0, msg: '', requestId: 'x' }
  const data = { all: 0, device: 0, system: 0, app: 0, activity: 0, unread: 0 }
  await page.route('**/message/v1/web/count*', route => route.fulfill({ json: { ...answer, data } }))
  await messagesAnswer(page, { ...answer, data: { items: [], next: null } }, 5, '[data-list] p')
}
export const messagesFailed = (page: Page) =>
  messagesAnswer(page, { code: 20901, data: {}, msg: '', requestId: 'x' }, 1, '[role=alert]')

/** The safety module of the machine has been checked. */
export async function moduleChecked(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Check now|立即检查)$/ }).click()
  await page.getByRole('button', { name: /^(Check again|重新检查)$/ }).waitFor()
}

/** A call to the machine at this device has been answered. */
export async function callTried(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Try|检测)/ }).first()
  // A phone's browser has nothing to try.
  if (!(await button.isVisible())) return
  await button.click()
  await page.locator('[data-ok]').first().waitFor()
}

/** The question about statistics is shown at the bottom of the window. */
export async function asked(page: Page): Promise<void> {
  await clearAnswer(page.context(), page.url())
  await page.reload()
  await page.locator('[data-consent-bar]').waitFor()
}
