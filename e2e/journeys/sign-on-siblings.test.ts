/** Three passport hosts on different sites, one of them down: a sign-in and a sign-out apply to both others. */
import { signIn, signOut, waitForPath, waitForPerson } from '../lib/forms.ts'
import { freePort } from '../lib/free-port.ts'
import { waitForHydration } from '../lib/hydration.ts'
import { newPerson } from '../lib/people.ts'
import { type Product, startProduct } from '../lib/product.ts'
import { expect, FULL, provide, test } from '../lib/test.ts'

let first: Product
let second: Product
let one: string
let two: string
test.use({ url: provide(() => one), extraHTTPHeaders: {} })
test.beforeAll(async () => {
  const [a, b, c] = [await freePort(), await freePort(), await freePort()]
  one = `http://passport.one.localhost:${a}`
  two = `http://passport.two.localhost:${b}`
  const common = { HUMAN_CHECK: 'off' }
  first = await startProduct({
    ...common,
    PORT: String(a),
    PUBLIC_URL: one,
    COOKIE_DOMAIN: 'one.localhost',
    PASSPORT_HOSTS: [`http://passport.dead.localhost:${c}`, two].join(),
  })
  second = await startProduct(
    { ...common, PORT: String(b), PUBLIC_URL: two, COOKIE_DOMAIN: 'two.localhost', PASSPORT_HOSTS: one },
    first,
  )
})
test.afterAll(async () => {
  await second?.close()
  await first?.close()
})

for (const thirdPartyCookies of ['allowed', 'blocked'] as const) {
  test.describe(() => {
    test.use({ thirdPartyCookies })
    test(
      `sends a sign-in and a sign-out to every passport host that is up, third-party cookies ${thirdPartyCookies}`,
      FULL,
      async ({ page, context, expectConsole }) => {
        expectConsole(/status of 401|ERR_CONNECTION_REFUSED|passport\.dead/)
        // Only browsers resolve names below localhost.
        const person = await newPerson(`http://127.0.0.1:${new URL(one).port}`)
        const redirects: string[] = []
        page.on('request', request => {
          const { pathname } = new URL(request.url())
          if (request.isNavigationRequest() && pathname.startsWith('/v1/cookie/')) redirects.push(pathname)
        })
        const tokenAt = async (origin: string) =>
          (await context.cookies(origin)).find(({ name, value }) => name === 'utoken' && value !== '')?.value

        await page.goto(`${one}/en/login?r=${encodeURIComponent(`${one}/en/profile/security`)}`)
        await waitForHydration(page)
        await signIn(page, person)
        await waitForPath(page, '/en/profile/security')
        await waitForPerson(page, person.email)
        expect(redirects.length > 0).toBe(thirdPartyCookies === 'blocked')
        expect(await tokenAt(two)).not.toBe(await tokenAt(one))
        await page.goto(`${two}/en/profile`)
        await waitForPerson(page, person.email)

        await page.goto(`${one}/en/profile`)
        await waitForPerson(page, person.email)
        await signOut(page)
        await page.waitForURL(`${one}/en/login`)
        await waitForHydration(page)
        await expect
          .poll(() => tokenAt(two), { message: 'the other host removes its cookie' })
          .toBeUndefined()
        await page.goto(`${two}/en/profile`)
        await waitForPath(page, '/en/login')
      },
    )
  })
}
