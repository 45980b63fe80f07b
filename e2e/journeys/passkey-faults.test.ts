/** Passkeys where something is wrong: the prompt, the page's address, the passkey, the browser, the page around the frame. */
import { getPasskeyLoginOptions, loginByPasskey } from '@kerf/contract/endpoints/passkey'
import type { Locator, Page } from '@playwright/test'
import { addAuthenticator } from '../lib/authenticator.ts'
import { agree, email, password, signIn, signOut, waitForPath, waitForPerson } from '../lib/forms.ts'
import { HOST_PAGE, hostUrl, waitForSignedIn } from '../lib/host/host.ts'
import { serveHostPage } from '../lib/host/host-page.ts'
import { mailsTo } from '../lib/mailbox.ts'
import { newPerson } from '../lib/people.ts'
import { setTokenCookie } from '../lib/session.ts'
import { waitForSettled } from '../lib/settled.ts'
import { expect, FULL, type Journey, test } from '../lib/test.ts'

const byPasskey = (page: Pick<Page, 'getByRole'>) =>
  page.getByRole('button', { name: 'Log in with a passkey' })
const REJECTED = 'This passkey was not accepted. Log in another way.'

/** As a browser without autofill for passkeys, whose login page has a button: one press is one prompt. Logs how prompts fail. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = options =>
      get(options).catch((error: Error) => {
        console.info(`prompt: ${error.name}`)
        throw error
      })
  })

/** Presses a button and waits until the browser has reported a prompt that failed. */
const failPrompt = async (page: Page, button: Locator, error: string): Promise<void> => {
  const failed = page.waitForEvent('console', line => line.text() === `prompt: ${error}`)
  await button.click()
  await failed
}

/** Presses the button of the login page and waits until the server has answered. */
async function answerOfLogin(page: Page, button: Locator): Promise<number> {
  const answered = page.waitForResponse(response => response.url().endsWith(loginByPasskey.path))
  await button.click()
  return (await answered).status()
}

/** Signs a person in who then creates a passkey on the security page. */
async function newPasskeyOwner({ page, context, url, open }: Journey) {
  const person = await newPerson(url)
  await setTokenCookie(context, url, person.token)
  const authenticator = await addAuthenticator(page)
  await withoutAutofill(page)
  await open('/en/profile/security')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('Your passkey is ready.').waitFor()
  return { person, authenticator }
}

async function openLogin({ page }: Journey): Promise<void> {
  // Requests that the logout overtakes would be answered 401.
  await page.getByRole('heading', { level: 1 }).waitFor()
  await waitForSettled(page)
  await signOut(page)
  await waitForPath(page, '/en/login')
  await agree(page)
}

test('keeps what was typed when the prompt is cancelled', FULL, async ({ journey }) => {
  const { page, open, expectConsole } = journey
  const { person, authenticator } = await newPasskeyOwner(journey)
  await openLogin(journey)
  await email(page).fill(person.email)
  await password(page).fill('half-typed')

  await authenticator.setVerified(false)
  await failPrompt(page, byPasskey(page), 'NotAllowedError')
  await expect(byPasskey(page)).toBeEnabled()
  await expect(byPasskey(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(email(page)).toHaveValue(person.email)
  await expect(password(page)).toHaveValue('half-typed')

  await authenticator.setVerified(true)
  await byPasskey(page).click()
  await waitForPath(page, '/en/profile')

  expectConsole(/403 .*\/v1\/user\/passkey\/remove/)
  // Without the session's companion, the server asks for a proof as it does ten minutes after the login.
  await page.context().clearCookies({ name: 'kerfCompanion' })
  await open('/en/profile/security')
  await page.getByRole('button', { name: /^Remove Passkey/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await password(page).fill('half-typed')
  await authenticator.setVerified(false)
  const usePasskey = proof.getByRole('button', { name: 'Use a passkey' })
  await failPrompt(page, usePasskey, 'NotAllowedError')
  await expect(usePasskey).toBeEnabled()
  await expect(proof.getByRole('alert')).toHaveCount(0)
  await expect(password(page)).toHaveValue('half-typed')
  await authenticator.setVerified(true)
  await usePasskey.click()
  await page.getByRole('region', { name: 'Passkeys' }).getByText('None yet').waitFor()
})

test('refuses a copied passkey and tells its owner', FULL, async ({ journey }) => {
  const { page, url, open, expectConsole } = journey
  const { person, authenticator } = await newPasskeyOwner(journey)
  await openLogin(journey)
  await byPasskey(page).click()
  await waitForPath(page, '/en/profile')
  await waitForPerson(page, person.email)
  await openLogin(journey)

  const [counter = 0] = await authenticator.clone(0)
  expect(counter).toBeGreaterThan(1)
  expectConsole(/403 .*\/v1\/login\/passkey/)
  expect(await answerOfLogin(page, byPasskey(page))).toBe(403)
  await page.getByText(REJECTED).waitFor()
  // The original is no longer accepted either: nobody knows which of the two is the owner's.
  await authenticator.clone(counter + 100)
  expect(await answerOfLogin(page, byPasskey(page))).toBe(403)

  const subjects = async () => (await mailsTo(url, person.email)).map(mail => mail.subject)
  await expect
    .poll(subjects)
    .toContainEqual(expect.stringMatching(/^A passkey of your .* account was blocked$/))
  await signIn(page, person)
  await waitForPerson(page, person.email)
  await open('/en/profile/security')
  await page.getByText('We no longer accept it.').waitFor()
  await page
    .getByRole('region', { name: 'Passkeys' })
    .getByRole('listitem')
    .getByText('Not accepted', { exact: true })
    .waitFor()
})

test('offers no passkeys in a browser without them', FULL, async ({ page, url, open }) => {
  await page.addInitScript(() => {
    delete (window as { PublicKeyCredential?: unknown }).PublicKeyCredential
  })
  const person = await newPerson(url)
  await open('/en/login')
  await waitForSettled(page)
  await expect(byPasskey(page)).toHaveCount(0)
  await signIn(page, person)
  await waitForPath(page, '/en/profile')
  await open('/en/profile/security')
  await page.getByText('This browser does not support passkeys.').waitFor()
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toHaveCount(0)
})

/** A call of a page's browser, with its cookies. Returns the envelope. */
const callFrom = (page: Page, { path }: { readonly path: string }, input: unknown) =>
  page.evaluate(
    async ({ path, body }) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(path, { method: 'POST', headers, body })).json()
    },
    { path, body: JSON.stringify(input) },
  )

test('accepts no passkey that another origin asked for', FULL, async ({ journey }) => {
  const { page, url, open, newVisitor, expectConsole } = journey
  await newPasskeyOwner(journey)
  const thief = await newVisitor()
  await thief.open('/en/login')
  /** The thief passes a challenge of the portal on to a page that the owner opens, and the answer of the passkey back. */
  async function relay(lure: string): Promise<{ msg: string }> {
    const { data } = await callFrom(thief.page, getPasskeyLoginOptions, {})
    await page.goto(lure)
    const credential = await page.evaluate(async json => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
      const asserted = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      return asserted.toJSON()
    }, data.options)
    return callFrom(thief.page, loginByPasskey, { credential, remember: false, agreement: true })
  }
  // Another server of the same host: the browser lets it use the passkey, so that only the server can tell.
  const phish = await serveHostPage('<!doctype html><title>Almost the portal</title>')
  expectConsole(/403 .*\/v1\/login\/passkey|favicon/)
  const elsewhere = new URL(url)
  elsewhere.port = new URL(phish.url).port
  expect(await relay(elsewhere.href)).toMatchObject({ msg: REJECTED, data: {} })
  phish.close()
  // The same from the portal's own page: nothing but the origin was wrong.
  expect(await relay(url)).toMatchObject({ code: 0, data: { utoken: expect.any(String) } })

  // The portal under other names: the browser itself refuses, and the page names the way on.
  elsewhere.port = new URL(url).port
  for (const host of ['127.0.0.1', 'stranger.kerf.localhost']) {
    elsewhere.hostname = host
    await open(new URL('/en/login', elsewhere).href)
    await agree(page)
    await failPrompt(page, byPasskey(page), 'SecurityError')
    await page.getByText(REJECTED).waitFor()
  }
})

test.describe(() => {
  test.use(HOST_PAGE)
  test('asks the page around a frame for the permission', FULL, async ({ journey }) => {
    const { page, url } = journey
    await newPasskeyOwner(journey)
    await openLogin(journey)
    // The demo host, with a frame as docs/embedding.md describes it.
    await page.goto(hostUrl(url, {}))
    await page.locator('body[data-ready]').waitFor()
    const show = (allow: string) =>
      page.evaluate(
        ({ allow, src }) => {
          const frame = document.createElement('iframe')
          Object.assign(frame, { allow, src, width: '900', height: '800' })
          document.body.replaceChildren(frame)
        },
        { allow, src: `${url}/en/login?md=win` },
      )
    const frame = page.frameLocator('iframe')
    await show('publickey-credentials-get; storage-access')
    const agreed = frame.getByRole('checkbox', { name: 'I have read and agree' })
    await byPasskey(frame).waitFor()
    if (await agreed.isVisible()) await agreed.check()
    await byPasskey(frame).click()
    await waitForSignedIn(frame)
    await page.context().clearCookies()
    await show('storage-access')
    await frame.getByText('The app that shows this page does not allow passkeys here.').waitFor()
    await expect(byPasskey(frame)).toHaveCount(0)
  })
})
