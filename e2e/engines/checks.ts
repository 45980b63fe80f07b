/** The columns of the engine table: one function each, which throws where the portal does not work. */
import type { NativeMethod } from '@kerf/contract/host/native-calls'
import { cameraScript } from '../lib/camera.ts'
import type { Person } from '../lib/people.ts'
import type {
  CheckName,
  Engine,
  EnginePage,
  LogEntry,
  SampleApp,
  Target,
  ThirdPartyCookies,
} from './engine.ts'
import { DIFFICULT_TEXT } from './sample-app.ts'

export interface Site {
  /** address of the portal */
  readonly portal: string
  /** address of a page on another site, which shows the given body */
  host(body: string): string
  newPerson(): Promise<Person & { readonly token: string }>
}

export type Check = (engine: Engine, cookies: ThirdPartyCookies, site: Site) => Promise<void>

const TIMEOUT_MS = 30_000
const POLL_INTERVAL_MS = 250
/** A click on "Close" ends the page: the result of the script that clicks must arrive before. */
const CLICK_DELAY_MS = 300

/** Calls until the result is neither undefined, null, false nor an error. */
async function until<T>(what: string, read: () => Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + TIMEOUT_MS
  let last: unknown
  while (Date.now() < end) {
    try {
      const value = await read()
      if (value !== undefined && value !== null && value !== false) return value as NonNullable<T>
      last = value
    } catch (error) {
      last = error instanceof Error ? error.message : error
    }
    await new Promise(resolve => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  throw new Error(`${what}: not within ${TIMEOUT_MS / 1000} s (${String(last).slice(0, 200)})`)
}

const visibleText = (target: Target): Promise<string> =>
  target.run(`return document.body ? document.body.innerText : ''`) as Promise<string>

/** Fills the form as a person does: the events make the page store the values. */
const signInScript = ({ email, password }: Person): string => `
  const form = document.querySelector('form')
  if (!form || !document.querySelector('input[name=password]')) return false
  const set = (name, value) => {
    const input = form.querySelector('input[name=' + name + ']')
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    input.focus()
    setter.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  set('email', ${JSON.stringify(email)})
  set('password', ${JSON.stringify(password)})
  const agreement = form.querySelector('input[name=agreement]')
  if (!agreement.checked) agreement.click()
  form.querySelector('button[type=submit]').click()
  return true`

/** A page of an old engine that is not hydrated yet ignores the click, so it is repeated until the form has gone. */
async function signIn(find: () => Promise<Target | undefined>, person: Person): Promise<void> {
  let clickedAt = 0
  await until('the sign-in form to go', async () => {
    const target = await find()
    // A login window closes itself after the sign-in.
    if (!target) return clickedAt > 0
    const text = await visibleText(target)
    const alert = await target.run(
      `return [...document.querySelectorAll('[role=alert]')].filter(e => e.getClientRects().length > 0).map(e => e.innerText).join()`,
    )
    if (clickedAt > 0 && String(alert).trim() !== '') throw new Error(`the form says: ${alert}`)
    const hasForm = await target.run(`return Boolean(document.querySelector('input[name=password]'))`)
    if (!hasForm) return clickedAt > 0 && text.trim() !== ''
    if (Date.now() - clickedAt < 5_000) return false
    if (await target.run(signInScript(person))) clickedAt = Date.now()
    return false
  })
}

async function withPage(
  engine: Engine,
  options: Parameters<Engine['open']>[0],
  use: (page: EnginePage) => Promise<void>,
): Promise<void> {
  const session = await engine.open(options)
  try {
    await use(session.page)
  } finally {
    await session.close()
  }
}

const sdkPage = (site: Site, script: string): string =>
  site.host(`<div id="account" style="height:640px"></div><script type="module">
    import { createKerf } from '${site.portal}/embed/kerf-embed.js'
    window.events = []
    const kerf = createKerf({ portal: '${site.portal}', app: 'smallbusiness', language: 'en' })
    for (const name of ['ready', 'login', 'result', 'failed'])
      kerf.on(name, value => window.events.push([name, value]))
    ${script}
  </script>`)

const hostEvent = (page: EnginePage, name: string): Promise<unknown> =>
  until(`the host event ${name}`, () =>
    page.run(
      `const found = (window.events || []).find(([name]) => name === '${name}'); return found ? found[1] : null`,
    ),
  )

function assertTicket(result: unknown, person: Person): void {
  const { ticket } = (result ?? {}) as { ticket?: unknown }
  if (typeof ticket !== 'string' || ticket === '')
    throw new Error(`the result for ${person.email} has no ticket: ${JSON.stringify(result)}`)
}

/** The sign-in page in a tab: styled, signs in, and the session survives a reload. */
const page: Check = (engine, cookies, site) =>
  withPage(engine, { cookies }, async tab => {
    const person = await site.newPerson()
    await tab.goto(`${site.portal}/en/login`)
    await until('colors', () =>
      tab.run(`
        const button = document.querySelector('button[type=submit]')
        const color = button && getComputedStyle(button).backgroundColor
        return color && color !== 'rgba(0, 0, 0, 0)' && color !== 'transparent' ? color : false`),
    )
    const unsupported = await tab.run(`return 'unsupported' in document.documentElement.dataset`)
    if (unsupported) throw new Error('the page says that the browser is too old')
    await signIn(async () => tab, person)
    await until('the profile', async () =>
      String(await tab.run('return location.pathname')).includes('/profile'),
    )
    await until('the account', async () => (await visibleText(tab)).includes(person.email))
    if (!engine.keepsInsecureCookies) return
    await tab.goto(`${site.portal}/en/profile`)
    await until('the account after a reload', async () => (await visibleText(tab)).includes(person.email))
  })

/** The portal in a frame of another site. */
const frame: Check = (engine, cookies, site) =>
  withPage(engine, { cookies }, async tab => {
    const person = await site.newPerson()
    await tab.goto(sdkPage(site, `kerf.mount('#account', { page: 'login' })`))
    await signIn(() => tab.frame(), person)
    assertTicket(await hostEvent(tab, 'result'), person)
  })

/** `openLogin`: the login in a window. */
const window: Check = (engine, cookies, site) =>
  withPage(engine, { cookies }, async tab => {
    const person = await site.newPerson()
    const script = `window.open1 = () => kerf.openLogin().then(value => window.events.push(['opened', value || null]))`
    await tab.goto(sdkPage(site, script))
    await until('the SDK', () => tab.run('if (!window.open1) return false; window.open1(); return true'))
    await signIn(() => tab.popup(), person)
    assertTicket(await hostEvent(tab, 'opened'), person)
  })

/** `<kerf-messages>` in a page of another site. */
const messages: Check = (engine, cookies, site) =>
  withPage(engine, { cookies }, async tab => {
    const { token } = await site.newPerson()
    await tab.goto(
      site.host(`<kerf-messages portal="${site.portal}" app-code="creative" lang="en"></kerf-messages>
        <script type="module">
          import '${site.portal}/embed/kerf-embed.js'
          window.events = []
          const element = document.querySelector('kerf-messages')
          for (const name of ['unread', 'expired', 'failed'])
            element.addEventListener('kerf-' + name, event => window.events.push([name, event.detail || {}]))
          element.token = '${token}'
        </script>`),
    )
    await hostEvent(tab, 'unread')
    await until('the list', async () =>
      String(
        await tab.run(`
          const root = document.querySelector('kerf-messages').shadowRoot
          return root && root.querySelector('[role=tab]') ? root.querySelector('[role=tab]').innerText : ''`),
      ).includes('All'),
    )
  })

/** A stand-in for an app: injects `KerfBridge` and answers as docs/native-bridge.md says. */
const BRIDGE = `
  window.bridgeLog = []
  let session, seq = 0
  const say = message => window.KerfPortal.receive(JSON.stringify({ source: 'kerf-host', version: 1, ...message }))
  window.KerfBridge = {
    postMessage(text) {
      const message = JSON.parse(text)
      window.bridgeLog.push(message)
      if (message.type === 'ready' && !message.nonce)
        setTimeout(() => say({ type: 'hello', nonce: 'nonce-of-the-engine-test', calls: ['device.info'], app: { version: '2.1.0' } }))
      else if (message.type === 'ready') session = message.session
      else if (message.type === 'call')
        say({ type: 'answer', session, seq: seq++, id: message.id, ok: false, reason: 'unsupported' })
    },
  }`

/** In a browser, whose pages have no app. */
const bridgeByScript: Check = (engine, cookies, site) =>
  withPage(engine, { cookies, preload: BRIDGE }, async view => {
    const person = await site.newPerson()
    await view.goto(`${site.portal}/en/login?p=creative&s=pc&av=2.1.0&md=full-win`)
    const posted = (type: string) =>
      until(`the message ${type}`, () =>
        view.run(
          `return (window.bridgeLog || []).filter(message => message.type === '${type}').pop() || null`,
        ),
      )
    await posted('ready')
    await signIn(async () => view, person)
    const { utoken } = (await posted('result')) as { utoken?: unknown }
    if (typeof utoken !== 'string') throw new Error('the result of the bridge has no token')
  })

/** The row of a call on the page `/selftest`. */
const selfTestRow = (method: NativeMethod): string => `document.querySelector('li[data-call="${method}"]')`

const clickSelfTest = ({ page }: SampleApp, method: NativeMethod): Promise<unknown> =>
  until(`the row of ${method}`, () =>
    page.run(`const row = ${selfTestRow(method)}; if (!row) return false
      setTimeout(() => row.querySelector('button').click(), ${CLICK_DELAY_MS}); return true`),
  )

/** Tries a call. Returns the text of its result, after its mark of success. */
async function callBySelfTest(app: SampleApp, method: NativeMethod): Promise<string> {
  await clickSelfTest(app, method)
  return until<string | undefined>(`the result of ${method}`, async () => {
    const [ok, text] = (await app.page.run(
      `const status = ${selfTestRow(method)}.querySelector('[role=status]'); return [status.dataset.ok || '', status.textContent]`,
    )) as [string, string]
    return ok === '' ? undefined : `${ok} ${text}`
  })
}

async function assertCall(app: SampleApp, method: NativeMethod, expected: string): Promise<void> {
  const outcome = await callBySelfTest(app, method)
  if (!outcome.includes(expected)) throw new Error(`${method}: ${outcome}, not ${expected}`)
}

/** Starts a program of samples/native-bridge: signs in, calls methods of the app, opens other addresses outside of its view. */
export async function checkSample(
  open: NonNullable<Engine['openSample']>,
  cookies: ThirdPartyCookies,
  site: Pick<Site, 'portal' | 'newPerson'>,
): Promise<void> {
  const person = await site.newPerson()
  const app = await open(site.portal, cookies)
  const logged = <K extends keyof LogEntry>(key: K, matches: (value: NonNullable<LogEntry[K]>) => boolean) =>
    until(`a line with ${key}`, async () =>
      app
        .log()
        .flatMap(({ [key]: value }) => (value !== undefined && matches(value) ? [value] : []))
        .at(-1),
    )
  try {
    await logged('received', ({ type, nonce }) => type === 'ready' && nonce !== undefined)
    await signIn(async () => app.page, person)
    const { utoken } = await logged('received', ({ type }) => type === 'result')
    if (typeof utoken !== 'string') throw new Error('the result has no token')
    await logged('called', ({ method, input }) => method === 'token.update' && input.utoken === utoken)

    await app.page.run(`location.href = 'https://elsewhere.example/'`)
    await logged('opened', target => target === 'https://elsewhere.example/')

    await app.page.run(`location.href = '/selftest?p=creative&s=pc&av=2.1.0&md=full-win'`)
    await until('the self-test', () => app.page.run(`return location.pathname === '/selftest'`))
    await assertCall(app, 'device.info', 'true ')
    await assertCall(app, 'storage.save', 'true ')
    await assertCall(app, 'storage.get', `true Works: ${new Date().getUTCFullYear()}-`)
    await assertCall(app, 'module.status', DIFFICULT_TEXT)
    await assertCall(app, 'canvas.import', 'false ')
    await assertCall(app, 'gcode.generate', 'true ')
    await assertCall(app, 'file.open', 'true ')
    await logged('opened', target => target.endsWith('/kerf-test.svg'))
    await clickSelfTest(app, 'view.close')
    await logged('closed', () => true)
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error}; the program: ${app.output().slice(-1000)}`,
    )
  } finally {
    await app.close()
  }
}

/** The portal as the page of an app's web view, with a native bridge. */
const bridge: Check = (engine, cookies, site) =>
  engine.openSample ? checkSample(engine.openSample, cookies, site) : bridgeByScript(engine, cookies, site)

/** A camera that sees the code of an invitation opens its page. An engine that reads no codes says so and leads back to typing. */
const scanner: Check = (engine, cookies, site) => {
  const preload = cameraScript(`${site.portal}/en/machines/join#Vv9Qm1c0RkS0c2b5t1o2VwVv9Qm1c0RkS0c2b5t1o2Vw`)
  return withPage(engine, { cookies, preload }, async tab => {
    await tab.goto(`${site.portal}/en/machines/scan`)
    if (engine.readsCodes === false) {
      await until('the text that codes are typed', async () =>
        /cannot read codes.*Type the SN/s.test(await visibleText(tab)),
      )
      return
    }
    await until('the page of the invitation', async () => {
      const state = await tab.run(
        `return location.pathname + ' ' + (document.body ? document.body.innerText : '')`,
      )
      if (String(state).startsWith('/en/machines/join')) return true
      throw new Error(String(state))
    })
  })
}

export const CHECKS: Readonly<Record<CheckName, Check>> = { page, frame, window, messages, bridge, scanner }
