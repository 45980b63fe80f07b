/**
 * What a new owner does in the first days, on a desktop in English and on a phone in Chinese. Prints the seconds of the keystroke-level model for
 * each task, and takes a picture of every step: test-results/new-owner.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '@kerf/contract/language'
import type { Locator, Page } from '@playwright/test'
import { Keystrokes } from '../lib/keystrokes.ts'
import { newPerson } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { setTokenCookie } from '../lib/session.ts'
import { expect, FULL, PHONE, provide, test } from '../lib/test.ts'

const PICTURES = fileURLToPath(new URL('../../test-results/new-owner', import.meta.url))
const SN = 'KERFDEMOLASER0000000001'
const DESKTOP = { viewport: { width: 1440, height: 900 } } as const

function textsOf(language: Language) {
  const read = (file: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`../../locales/${language}/${file}.json`, import.meta.url), 'utf8'))
  const all = { ...read('machines'), ...read('openid') }
  return (key: string): string => {
    const text = all[key]
    if (text === undefined) throw new Error(`no text ${key}`)
    return text
  }
}

const dialog = (page: Page): Locator => page.locator('dialog[open]')
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name })
const submit = (page: Page): Locator => dialog(page).locator('button[type=submit]')
const digitsOf = (text: string): string => text.replace(/\D/g, '')

for (const [device, options, language] of [
  ['desktop', DESKTOP, 'en'],
  ['phone', PHONE, 'zh'],
] as const)
  test.describe(`${device}, ${language}`, () => {
    // The simulated machine can be claimed once: not in the product that tests share.
    let product: Product
    test.beforeAll(async () => {
      product = await startProduct({ HUMAN_CHECK: 'off' })
    })
    test.afterAll(() => product?.close())
    test.use({ url: provide(() => product.url) })

    test(
      'a new owner claims, invites, pairs, removes, hands over and asks again',
      FULL,
      async ({ url, newVisitor, expectConsole }) => {
        expectConsole(/status of (401|404) /)
        const text = textsOf(language)
        const locale = language === 'zh' ? 'zh-CN' : 'en-US'
        const keys = new Keystrokes({ isTouch: device === 'phone' })
        mkdirSync(PICTURES, { recursive: true })
        let shots = 0
        const picture = async (page: Page, name: string): Promise<void> => {
          const file = `${device}-${language}-${String(++shots).padStart(2, '0')}-${name}.png`
          await page.screenshot({ path: `${PICTURES}/${file}`, animations: 'disabled' })
        }
        const visitor = async (name: string) => {
          const person = await newPerson(url, name)
          const { context, page } = await newVisitor({ ...options, locale })
          await setTokenCookie(context, url, person.token)
          return page
        }
        const [owner, guest] = [await visitor('ada'), await visitor('bo')]
        const { page: machine } = await newVisitor({ viewport: { width: 1280, height: 900 } })
        await machine.goto('/dev/machine')

        /** From the machines' page to the answer of the portal. */
        const claim = async (page: Page): Promise<void> => {
          await keys.press(button(page, text('machines_claim')))
          await picture(page, 'claim')
          await keys.type(page, SN)
          const shown = digitsOf(await keys.read(dialog(page).locator('output')))
          await picture(page, 'digits')
          await keys.type(machine, shown)
          const code = digitsOf(
            await keys.read(machine.locator('#display b').filter({ hasText: /(?:\d\D*){10}/ })),
          )
          await picture(machine, 'machine')
          await keys.type(page, code)
        }

        keys.start('claim')
        await owner.goto(`/${language}/profile/machines`)
        await picture(owner, 'no-machines')
        await claim(owner)
        await keys.waitFor(button(owner, text('people_invite')))
        await picture(owner, 'machine')

        keys.start('invite until tomorrow')
        await keys.press(button(owner, text('people_invite')))
        const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
        await keys.fillDate(dialog(owner).locator('input[type=date]'), tomorrow)
        await picture(owner, 'invite')
        await keys.press(submit(owner))
        const invitation = (await keys.read(dialog(owner).locator('code'))) ?? ''
        await picture(owner, 'invitation')
        await keys.press(button(owner, text('offer_close')))

        keys.start('accept the invitation')
        await guest.goto(invitation)
        await keys.waitFor(button(guest, text('join_accept')))
        await picture(guest, 'offer')
        await keys.press(button(guest, text('join_accept')))
        await keys.waitFor(heading(guest, text('join_done_title')))
        await picture(guest, 'joined')

        keys.start('log in at the machine')
        await keys.press(machine.locator('#login'))
        const link = await machine.locator('#display a').getAttribute('href')
        const address = new URL(link ?? '')
        await picture(machine, 'login')
        await guest.goto(address.pathname + address.search)
        await keys.press(button(guest, text('activate_continue')))
        await keys.waitFor(button(guest, text('authorize_allow')))
        await picture(guest, 'allow')
        await keys.press(button(guest, text('authorize_allow')))
        const digits = digitsOf(await keys.read(guest.getByRole('main').locator('output')))
        await picture(guest, 'four-digits')
        await keys.waitFor(machine.getByText('Type the four digits that the phone shows.'))
        await keys.type(machine, digits)
        await keys.waitFor(machine.getByText('Logged in:'))
        await picture(machine, 'logged-in')

        keys.start('remove the guest')
        await owner.reload()
        const remove = owner.getByRole('button', { name: new RegExp(`^${text('people_remove')} `) }).first()
        await keys.waitFor(remove)
        await picture(owner, 'people')
        await keys.press(remove)
        await picture(owner, 'remove')
        await keys.press(submit(owner))
        await expect(remove).toHaveCount(0)
        await picture(owner, 'removed')

        keys.start('hand over')
        await keys.press(button(owner, text('transfer_start')))
        await picture(owner, 'transfer')
        await keys.press(submit(owner))
        const transfer = (await keys.read(dialog(owner).locator('code'))) ?? ''
        await picture(owner, 'transfer-link')
        await keys.press(button(owner, text('offer_close')))

        keys.start('take over')
        await guest.goto(transfer)
        await keys.waitFor(button(guest, text('join_take')))
        await picture(guest, 'take-over')
        await keys.press(button(guest, text('join_take')))
        await keys.waitFor(heading(guest, text('join_owner_title')))
        await picture(guest, 'taken-over')

        keys.start('reset and ask for it')
        await keys.press(machine.locator('#reset'))
        await keys.waitFor(machine.getByText('Everything was reset.'))
        await owner.goto(`/${language}/profile/machines`)
        await claim(owner)
        await expect(dialog(owner)).toBeHidden()
        await keys.waitFor(heading(owner, text('requests_title')))
        await picture(owner, 'asked')

        keys.start('answer the request')
        await guest.goto(`/${language}/profile/machines`)
        await guest.getByRole('main').locator('li a').first().waitFor()
        await picture(guest, 'requested')
        await keys.press(guest.getByRole('main').locator('li a').first())
        await keys.waitFor(button(guest, text('request_deny')))
        await picture(guest, 'request')
        await keys.press(button(guest, text('request_deny')))
        await picture(guest, 'deny')
        await keys.press(submit(guest))
        await expect(button(guest, text('request_deny'))).toHaveCount(0)
        await picture(guest, 'denied')

        console.log(`A new owner (${device}, ${language}), by the keystroke-level model:\n${keys.report()}`)
      },
    )
  })
