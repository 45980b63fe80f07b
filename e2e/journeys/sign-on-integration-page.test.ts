/** Runs the example app of docs/tickets.md, unchanged and registered as documented, with the built package @kerf/client. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signIn, signOut, waitForPath } from '../lib/forms.ts'
import { freePort } from '../lib/free-port.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { endOtherSessions, newPerson, signInElsewhere } from '../lib/people.ts'
import { operate, type Product, startProduct } from '../lib/product.ts'
import { setTokenCookie } from '../lib/session.ts'
import { type SharedProduct, sharedProduct } from '../lib/shared-product.ts'
import { expect, FULL, provide, test } from '../lib/test.ts'

const DOCUMENT = fileURLToPath(new URL('../../docs/tickets.md', import.meta.url))
const CLIENT = fileURLToPath(new URL('../../packages/client/', import.meta.url))
const exitWithParent = new URL('../../scripts/bootstrap/exit-with-parent.mjs', import.meta.url).href

interface App {
  readonly origin: string
  stop(): Promise<void>
}

async function startApp({ url, environment }: SharedProduct): Promise<App> {
  const code = /```js\n(\/\/ app\.mjs\n[\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? ''
  const port = await freePort()
  const origin = `http://shop.localhost:${port}`
  const command = ['app', 'create', '--code', `shop${port}`, '--name', 'The Shop', '--origin', origin]
  const registered = (await operate(command, environment)) as { clientId: string; clientSecret: string }
  const folder = mkdtempSync(join(tmpdir(), 'kerf-app-'))
  writeFileSync(join(folder, 'app.mjs'), code)
  const installed = join(folder, 'node_modules/@kerf/client')
  mkdirSync(installed, { recursive: true })
  cpSync(join(CLIENT, 'package.json'), join(installed, 'package.json'))
  execFileSync(process.execPath, [join(CLIENT, 'build/build-client.ts'), join(installed, 'dist')])
  const child = spawn(process.execPath, ['--import', exitWithParent, join(folder, 'app.mjs')], {
    env: {
      PASSPORT: url,
      ORIGIN: origin,
      PORT: String(port),
      CLIENT_ID: registered.clientId,
      CLIENT_SECRET: registered.clientSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const output = child.stdout ?? process.stdin
  const ended = once(child, 'close')
  await once(output, 'data')
  return {
    origin,
    async stop() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let app: App | undefined
test.afterEach(() => app?.stop())

test(
  'signs the app of the integration guide in, out with the portal, and out of the portal',
  FULL,
  async ({ page, context, url, newVisitor, expectConsole }) => {
    expectConsole(/status of 401|favicon/)
    app = await startApp(sharedProduct())
    const person = await newPerson(url)
    const logIn = page.getByRole('link', { name: 'Log in' })
    const hello = page.getByText(`Hello, ${person.email}`)
    await page.goto(app.origin)
    await logIn.click()
    await waitForHydration(page)
    await signIn(page, person)
    await hello.waitFor()
    expect(page.url()).toBe(`${app.origin}/`)
    const [own] = (await context.cookies(app.origin)).filter(({ name }) => name === 'session')
    expect(own).toMatchObject({ httpOnly: true, sameSite: 'Lax' })

    // A sign-out at the portal ends the session of the app.
    const portal = await context.newPage()
    await portal.goto(`${url}/en/profile/exchange`)
    await waitForHydration(portal)
    await signOut(portal)
    await waitForPath(portal, '/en/login')
    await page.reload()
    await logIn.waitFor()

    // So does ending all sessions from another browser. A person who is logged in at the portal passes it without a form.
    const logInAgain = async () => {
      await setTokenCookie(context, url, await signInElsewhere(url, person))
      await logIn.click()
      await hello.waitFor()
    }
    await logInAgain()
    await endOtherSessions(url, person)
    await page.reload()
    await logIn.waitFor()

    // A sign-out at the app ends the session of the portal.
    await logInAgain()
    await page.getByRole('button', { name: 'Log out' }).click()
    await logIn.waitFor()
    await portal.goto(`${url}/en/profile/exchange`)
    await waitForPath(portal, '/en/login')

    // A link with a foreign state and ticket does not sign another visitor in.
    const other = await newVisitor()
    const state = 'x'.repeat(43)
    await other.page.goto(`${app.origin}/return?state=${state}&ticket=tkt_${state}`)
    await other.page.getByRole('link', { name: 'Log in' }).waitFor()
  },
)

test.describe('with a portal of its own', () => {
  let product: Product
  test.use({ url: provide(() => product.url) })
  test.beforeAll(async () => {
    product = await startProduct({ HUMAN_CHECK: 'off' })
  })
  test.afterAll(() => product?.close())

  test(
    'keeps the sessions of the app while the portal is down',
    FULL,
    async ({ page, url, expectConsole }) => {
      expectConsole(/status of 503|favicon/)
      app = await startApp(product)
      const person = await newPerson(url)
      await page.goto(app.origin)
      await page.getByRole('link', { name: 'Log in' }).click()
      await waitForHydration(page)
      await signIn(page, person)
      const hello = page.getByText(`Hello, ${person.email}`)
      await hello.waitFor()
      await product.pause()
      await page.reload()
      await page.getByText('Please try again in a moment.').waitFor()
      await product.resume()
      await page.reload()
      await hello.waitFor()
    },
  )
})
