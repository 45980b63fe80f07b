/** Keys and display of the demo machine: its firmware, as docs/machines.md specifies it. */
const display = document.getElementById('display')
const texts = JSON.parse(document.body.dataset.texts)
const language = document.documentElement.lang
const buttons = { login: document.getElementById('login'), logout: document.getElementById('logout') }
const CLAIM_DIGITS = 6
const PAIRING_DIGITS = 4
const POLL_MS = 5_000
/** While somebody uses the machine. */
const CHECK_MS = 60_000
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const SCOPE = 'openid machine_claim machine_session'

let typed = ''
/** Of the pairing that runs: { code, timer, wantsDigits }. */
let pairing
/** Access token: in memory only, so that it is gone at power-off. */
let token
let checking

function show(text, large = '', ...more) {
  display.replaceChildren(text)
  if (large !== '') {
    const strong = document.createElement('b')
    strong.textContent = large
    display.append(strong)
  }
  display.append(...more)
}

const put = async (path, body) => {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await fetch(`/dev/machine/${path}`, { method: 'PUT', ...json })).json()
}

/** The network of the machine is that of the development server: a page of a browser could not call for a machine. */
const post = (endpoint, parameters) => put('portal', { endpoint, parameters })

async function startPairing() {
  endPairing()
  endSession()
  const answer = await post('device_authorization_endpoint', { scope: SCOPE })
  if (answer.error) return show(texts.failed.replace('{error}', answer.error))
  const { device_code, user_code, verification_uri_complete: address } = answer
  pairing = { code: device_code, wantsDigits: false }
  const link = document.createElement('a')
  Object.assign(link, { href: address, target: '_blank', textContent: texts.link })
  show(texts.scan, user_code, await drawQrCode(address), link)
  pairing.timer = setTimeout(poll, POLL_MS)
}

async function drawQrCode(text) {
  const answer = await fetch(`/dev/machine/qr-code?${new URLSearchParams({ text })}`)
  const { path, side } = await answer.json()
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', `0 0 ${side} ${side}`)
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', texts.qr)
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  shape.setAttribute('d', path)
  svg.append(shape)
  return svg
}

/** `digits`: typed by the person; without them it asks whether the person has allowed it. */
async function poll(digits) {
  const mine = pairing
  clearTimeout(mine.timer)
  const answer = await post('token_endpoint', {
    grant_type: DEVICE_GRANT,
    device_code: mine.code,
    ...(digits !== undefined && { pairing_digits: digits }),
  })
  if (pairing !== mine) return
  const { error, error_description: reason = '' } = answer
  if (!error) {
    endPairing()
    token = answer.access_token
    return checkSession()
  }
  if (error !== 'authorization_pending' && error !== 'slow_down') {
    endPairing()
    return show(reason.startsWith('requested') ? texts.requested : texts.nobody)
  }
  if (reason.startsWith('digits') && !mine.wantsDigits) askForDigits(texts.typeFour)
  if (reason.startsWith('wrong_digits')) askForDigits(texts.wrong)
  mine.timer = setTimeout(poll, POLL_MS)
}

function askForDigits(text) {
  pairing.wantsDigits = true
  typed = ''
  show(text)
}

function endPairing() {
  clearTimeout(pairing?.timer)
  pairing = undefined
  typed = ''
}

async function checkSession() {
  const answer = await fetch('/oidc/userinfo', { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) return endSession(texts.ended)
  const { machine } = await answer.json()
  show(texts.person, machine.name)
  buttons.logout.hidden = false
  checking = setTimeout(checkSession, CHECK_MS)
}

/** Needs no network: the token is forgotten. */
function endSession(text) {
  clearTimeout(checking)
  token = undefined
  buttons.logout.hidden = true
  if (text) show(text)
}

async function enter() {
  const digits = typed
  if (pairing?.wantsDigits) {
    if (digits.length !== PAIRING_DIGITS) return show(texts.needFour, digits)
    typed = ''
    return poll(digits)
  }
  if (digits.length !== CLAIM_DIGITS) return show(texts.needSix, digits)
  const { code } = await put(`digits/${digits}`)
  typed = ''
  show(texts.claimed, code.replace(/(..)(....)(....)/, '$1 $2 $3'))
}

function press(key) {
  if (key === 'enter') return void enter()
  const max = pairing?.wantsDigits ? PAIRING_DIGITS : CLAIM_DIGITS
  if (key === 'delete') typed = typed.slice(0, -1)
  else if (typed.length < max) typed += key
  show(max === PAIRING_DIGITS ? texts.four : texts.six, typed)
}

const timeOf = seconds => `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

function showOffline({ text, clock, memory }) {
  const { knownTime, ownership, rights, removed } = memory
  const cells = {
    clock: clock === null ? texts.none : timeOf(clock),
    known: knownTime === 0 ? texts.unknown : timeOf(knownTime),
    ownership,
    rights,
    removed: removed.join(', ') || texts.removedNone,
  }
  for (const [id, value] of Object.entries(cells)) document.getElementById(id).textContent = value
  if (text) show(text)
}

const pass = document.getElementById('pass')
const present = async text => showOffline(await put(`pass?l=${language}`, { text }))

/** Reads QR codes until one is found. Only some browsers have a detector. */
async function scan() {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const video = Object.assign(document.createElement('video'), { srcObject: stream, muted: true })
  await video.play()
  show(texts.hold)
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise(next => setTimeout(next, 200))) {
    const [found] = await detector.detect(video)
    if (!found) continue
    pass.value = found.rawValue
    await present(found.rawValue)
    break
  }
  for (const track of stream.getTracks()) track.stop()
}

document
  .getElementById('present')
  .addEventListener('click', () => present(pass.value.replace(/[\r\n]+$/, '')))
document.getElementById('file').addEventListener('change', async ({ target }) => {
  pass.value = (await target.files[0]?.text()) ?? ''
  await present(pass.value.replace(/[\r\n]+$/, ''))
})
const scanButton = document.getElementById('scan')
scanButton.hidden = !('BarcodeDetector' in globalThis)
scanButton.addEventListener('click', scan)
document.getElementById('offline').addEventListener('click', async ({ target }) => {
  if (target.dataset.act) showOffline(await put('offline', { act: target.dataset.act }))
})
void fetch('/dev/machine/offline')
  .then(answer => answer.json())
  .then(showOffline)

document.querySelector('.keys').addEventListener('click', ({ target }) => {
  const { key } = target.closest('button')?.dataset ?? {}
  if (key) press(key)
})
addEventListener('keydown', event => {
  if (event.target === pass) return
  if (event.target instanceof HTMLButtonElement && event.key === 'Enter') return
  const key = { Enter: 'enter', Backspace: 'delete' }[event.key] ?? event.key
  if (/^(?:\d|enter|delete)$/.test(key)) press(key)
})
buttons.login.addEventListener('click', () => {
  // Enter is then the key of the machine.
  buttons.login.blur()
  void startPairing()
})
buttons.logout.addEventListener('click', () => endSession(texts.nobody))
document.getElementById('reset').addEventListener('click', async ({ currentTarget }) => {
  // Enter would reset the machine again.
  currentTarget.blur()
  const { resetNumber } = await put('reset')
  endPairing()
  endSession(texts.wasReset.replace('{number}', resetNumber))
})
