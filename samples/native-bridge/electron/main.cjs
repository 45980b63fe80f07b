// Reviewed, not run. The portal as the page of a window, with a preload script as native bridge.
const { app, BrowserWindow, ipcMain, shell } = require('electron')
const { randomUUID } = require('node:crypto')
const { join } = require('node:path')

const PORTAL = 'https://passport.kerf.example'

const originOf = url => URL.parse(url)?.origin
const isWeb = url => ['https:', 'http:', 'mailto:'].includes(URL.parse(url)?.protocol)

let window
let session
let seq = 0
/** Calls that wait, by id. */
const pending = new Map()

/** Each resolves to a value, or throws `refuse(reason, text)`. `signal` aborts if the portal cancels the call. */
const calls = {
  'app.version': async () => ({ version: app.getVersion() }),
  // Closed after the answer has been sent.
  'view.close': async () => setTimeout(() => window.close(), 100) && {},
}
const refuse = (reason, text) => Object.assign(new Error(text ?? reason), { reason, text })

app.whenReady().then(() => {
  window = new BrowserWindow({
    webPreferences: { preload: join(__dirname, 'preload.cjs'), sandbox: true, contextIsolation: true },
  })
  const { webContents } = window
  webContents.setWindowOpenHandler(({ url }) => {
    if (isWeb(url)) shell.openExternal(url)
    return { action: 'deny' }
  })
  webContents.on('will-navigate', event => {
    if (originOf(event.url) === PORTAL) return
    event.preventDefault()
    if (isWeb(event.url)) shell.openExternal(event.url)
  })
  webContents.session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  window.loadURL(`${PORTAL}/en/login?p=creative&s=pc&av=${app.getVersion()}&md=full-win`)
})

function deliver(message) {
  if (originOf(window.webContents.getURL()) !== PORTAL) return
  window.webContents.send('kerf', JSON.stringify({ source: 'kerf-host', version: 1, ...message }))
}
const send = message => deliver({ session, seq: seq++, ...message })

ipcMain.on('kerf', (event, text) => {
  const { senderFrame } = event
  if (senderFrame?.parent !== null || originOf(senderFrame.url) !== PORTAL) return
  const message = JSON.parse(text)
  if (message.source !== 'kerf-portal' || message.version !== 1) return
  if (message.type === 'ready') start(message)
  else if (message.session !== session) return
  else if (message.type === 'call') void answer(message)
  else if (message.type === 'cancel') pending.get(message.id)?.abort()
  else if (message.type === 'result') signIn(message.utoken ?? message.ticket)
  else if (message.type === 'close') window.close()
})

function start({ session: started, nonce }) {
  if (started !== session) {
    for (const controller of pending.values()) controller.abort()
    session = started
    seq = 0
  }
  if (nonce === undefined) deliver({ type: 'hello', nonce: randomUUID(), calls: Object.keys(calls) })
}

async function answer({ id, method, input }) {
  const controller = new AbortController()
  pending.set(id, controller)
  let outcome
  try {
    if (!Object.hasOwn(calls, method)) throw refuse('unsupported')
    outcome = { ok: true, value: (await calls[method](input, controller.signal)) ?? {} }
  } catch ({ reason = 'failed', text }) {
    outcome = { ok: false, reason, text }
  }
  pending.delete(id)
  if (!controller.signal.aborted) send({ type: 'answer', id, ...outcome })
}

function signIn(_credential) {
  // Keep a token with `safeStorage`; send a ticket to your server.
}
