/** Script of the demo host: uses the embed SDK for frames and windows, and a simulated native bridge for phones. */
import { CALLS, createHostSide } from '/dev/host/host-side.js'

const control = name => document.querySelector(`[name=${name}]`)
const board = id => document.getElementById(id)
const SYSTEMS = { desktop: 'pc', mobile: 'mobile', browser: 'web-pc' }
const texts = JSON.parse(document.body.dataset.texts)
const EVENTS = ['ready', 'login', 'result', 'logout', 'resize', 'language', 'cookies', 'close', 'failed']

const urlOptions = new URLSearchParams(location.search)
for (const [name, value] of urlOptions) {
  const field = control(name)
  if (field) field.value = value
}
const portal = control('portal').value
const { createKerf, refuse } = await import(`${portal}/embed/kerf-embed.js`)

let kerf
let mounted
let phone

function log(what, detail) {
  const item = document.createElement('li')
  const name = document.createElement('b')
  name.textContent = what === 'call' ? detail : what
  const time = document.createElement('time')
  time.textContent = new Date().toLocaleTimeString('en-GB')
  const text = document.createElement('code')
  text.textContent = JSON.stringify(detail)
  item.append(name, ' ', time, ' ', text)
  item.dataset.event = what
  board('log').prepend(item)
}

/** Hides tickets and tokens. */
const masked = ({ ticket, utoken, ...rest }) => ({
  ...rest,
  ...(ticket ? { ticket: 'one-time' } : {}),
  ...(utoken ? { utoken: 'token' } : {}),
})

function show(place, value) {
  if (place === 'called') return log('call', value)
  if (place === 'closed') return close()
  const target = board(place)
  if (place === 'gcode') target.textContent = value
  else if (place === 'storage') target.textContent = JSON.stringify(value, null, 1)
  else if (place === 'account') target.textContent = texts[value] ?? value
  else {
    const picture = document.createElement('img')
    picture.src = value.address
    picture.alt = value.name
    target.replaceChildren(picture, value.name)
  }
}

function close() {
  mounted?.unmount()
  mounted = undefined
  phone?.close()
  phone = undefined
  board('bar').textContent = texts.closed
  fill(texts.closedText, texts.openPortal)
}

/** Words in place of the portal, with the button that opens it. */
function fill(words, label) {
  const empty = document.createElement('div')
  empty.className = 'empty'
  const text = document.createElement('p')
  text.textContent = words
  const button = document.createElement('button')
  button.className = 'main'
  button.dataset.action = 'open'
  button.textContent = label
  empty.append(text, button)
  board('place').replaceChildren(empty)
}

function start() {
  kerf?.destroy()
  close()
  const face = control('face').value
  document.querySelector('.stage').dataset.face = face
  kerf = createKerf({
    portal,
    app: control('app').value,
    language: control('language').value,
    system: SYSTEMS[face],
    appVersion: control('version').value,
    timeoutMs: Number(new URLSearchParams(location.search).get('timeoutMs') ?? 10_000),
  })
  window.kerf = kerf
  for (const name of EVENTS) kerf.on(name, detail => log(name, masked(detail)))
  kerf.on('result', result => {
    window.lastResult = result
    board('account').textContent =
      `${result.uid} (${result.ticket ? texts.withTicket : result.utoken ? texts.withToken : texts.withoutToken})`
  })
  kerf.on('logout', () => {
    board('account').textContent = texts.loggedOut
  })
  kerf.on('close', close)
  // In a browser the portal needs no native calls.
  if (face !== 'browser') offerCalls(SYSTEMS[face])
  return face
}

function offerCalls(system) {
  const answer = createHostSide({
    show,
    answers: () => control('answers').value,
    version: () => control('version').value,
    system,
  })
  for (const method of CALLS)
    kerf.handle(method, async (input, { signal }) => {
      const reply = await answer(method, input)
      if (!reply) return new Promise((_, reject) => signal.addEventListener('abort', reject))
      if (!reply.ok) throw refuse(reply.reason, reply.text)
      return reply.value
    })
}

function open() {
  const face = start()
  board('bar').textContent =
    `${control('face').selectedOptions[0].text} · ${control('app').value} ${control('version').value}`
  if (face === 'mobile') return openPhone()
  board('place').replaceChildren()
  mounted = kerf.mount(board('place'), { page: control('page').value })
  window.mounted = mounted
}

/** Opens the portal in its own window with the simulated bridge. The bridge works on the portal's origin only. */
function openPhone() {
  if (location.origin !== portal) {
    location.href = `${portal}/dev/host?${new URLSearchParams(readControls())}`
    return
  }
  // biome-ignore lint/suspicious/noDocumentCookie: must be set before the window opens; the Cookie Store API is asynchronous
  document.cookie = `kerfStandIn=${control('native').value}; Path=/; SameSite=Lax`
  localStorage.setItem('kerfAnswers', control('answers').value)
  const page = control('page').value
  const path = page.startsWith('/') ? page : `/${control('language').value}/${page}`
  const query = new URLSearchParams({
    p: control('app').value,
    s: 'mobile',
    av: control('version').value,
    md: 'full-win',
  })
  phone = window.open(`${path}?${query}`, '_blank', 'popup,width=390,height=844')
  fill(phone ? texts.phoneOpen : texts.phoneBlocked, texts.openAgain)
}

/** Shows the chosen phone before it opens: a window needs a press. */
function showPhone() {
  document.querySelector('.stage').dataset.face = 'mobile'
  board('bar').textContent = texts.phone
  fill(texts.phoneText, texts.openPhone)
}

addEventListener('message', event => {
  if (event.source !== phone || event.origin !== location.origin || !event.data?.demo) return
  const { demo, value } = event.data
  if (demo === 'events') log(value.type, masked(value))
  else show(demo, value)
})

const readControls = () => ({
  l: document.documentElement.lang,
  ...Object.fromEntries(
    ['face', 'portal', 'app', 'page', 'language', 'version', 'native', 'answers'].map(name => [
      name,
      control(name).value,
    ]),
  ),
})

const ACTIONS = {
  open,
  async login() {
    start()
    log('openLogin', masked((await kerf.openLogin()) ?? { closed: true }))
  },
  async dialog() {
    start()
    log('openLogin', masked((await kerf.openLogin({ in: 'frame' })) ?? { closed: true }))
  },
  reload: () => mounted?.reload(),
  light: () => mounted?.setTheme('light'),
  dark: () => mounted?.setTheme('dark'),
  en: () => mounted?.setLanguage('en'),
  zh: () => mounted?.setLanguage('zh'),
  allowed: () => mounted?.setCookies('allowed'),
  blocked: () => mounted?.setCookies('blocked'),
  async session() {
    const account = await kerf?.getSession()
    board('account').textContent = account
      ? `${account.nickname || account.uid} (${account.kind})`
      : texts.loggedOut
    log('session', account ?? null)
  },
  async logout() {
    await kerf?.logout()
    log('loggedOut', true)
  },
}

document.addEventListener('click', event => {
  const { action } = event.target.dataset ?? {}
  if (action) void ACTIONS[action]()
})
control('portal').addEventListener('change', () => {
  location.search = new URLSearchParams(readControls())
})
control('answers').addEventListener('change', event =>
  localStorage.setItem('kerfAnswers', event.target.value),
)
control('device')?.addEventListener('change', event =>
  fetch(`/dev/host/device/${event.target.value}`, { method: 'PUT' }),
)

control('face').addEventListener('change', () => {
  if (control('face').value !== 'mobile') return open()
  close()
  // A web view's bridge works on the portal's origin only.
  if (location.origin === portal) showPhone()
  else openPhone()
})

if (control('face').value === 'mobile') showPhone()
else if (
  urlOptions.has('open') ||
  ((urlOptions.size === 0 || (urlOptions.size === 1 && urlOptions.has('l'))) && window === top)
)
  open()
else fill(texts.opensHere, texts.openPortal)
document.body.dataset.ready = ''
