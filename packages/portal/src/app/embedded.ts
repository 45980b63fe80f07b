/** The portal inside a host: what it tells, and what it does when it is told something. Loaded only where embedded. */

import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { enterByTicket } from '@kerf/contract/endpoints/ticket'
import type { HostMessage } from '@kerf/contract/host-messages'
import { RELOAD_INTERVAL_MIN_MS } from '@kerf/contract/host-messages'
import type { Language } from '@kerf/contract/language'
import { account } from '../lib/account.ts'
import { checkCookies, hearCookieState } from '../lib/bridge/cookie-state.ts'
import {
  callHost,
  cancelHostCalls,
  hostOffers,
  onHostMessage,
  openBridge,
  tellHost,
} from '../lib/bridge/host.ts'
import { call, clientWith } from '../lib/call.ts'
import { language, languageOfPath, rememberLanguage, speak } from '../lib/language.ts'
import { switchLanguage } from '../lib/language-link.tsx'
import { checkOwnCookies } from '../lib/own-cookies.ts'
import { beginSession, endedByExpiry } from '../lib/session.ts'
import { signOut } from '../lib/sign-out.ts'
import { showTheme } from '../lib/theme.ts'
import { currentToken } from '../lib/token.ts'
import { refreshToken } from '../lib/token-changes.ts'
import { adaptToHost } from './adapt-to-host.ts'
import type { PortalRouter } from './router.tsx'

export function joinHost(router: PortalRouter): void {
  // heard by the watchdog
  window.dispatchEvent(new Event('kerf-up'))
  void checkOwnCookies()
  onHostMessage(message => hear(router, message))
  openBridge()
  adaptToHost()
  void checkCookies()
  tellSession()
  tellSize()
  let spoken = language()
  router.subscribe('onResolved', () => {
    if (language() === spoken) return
    spoken = language()
    tellHost({ type: 'language', language: spoken })
  })
}

function hear(router: PortalRouter, message: HostMessage): void {
  switch (message.type) {
    case 'reload':
      if (mayReload()) location.reload()
      return
    case 'theme':
      // A host's look is not the person's choice.
      showTheme(message.theme)
      return
    case 'language':
      speakAs(router, message.language)
      return
    case 'cookies':
      hearCookieState(message.state)
      return
    case 'ticket':
      void enter(router, message.ticket)
      return
    case 'logout':
      void leave(router)
      return
    case 'get-session':
      void tellAccount(message.id)
      return
    default:
  }
}

/** A page without a language in its path is spoken anew where it stands. */
function speakAs(router: PortalRouter, next: Language): void {
  if (next === language()) return
  if (languageOfPath(location.pathname)) switchLanguage(router.history, next)
  else {
    speak(next)
    rememberLanguage(next)
  }
}

/** A reload begins a page view that remembers nothing: how it began says when the last one was (S-054). */
function mayReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type !== 'reload' || performance.now() >= RELOAD_INTERVAL_MIN_MS
}

/** A ticket signs in where nobody is signed in; it pushes nobody out. */
async function enter(router: PortalRouter, ticket: string): Promise<void> {
  if (currentToken() !== undefined) return
  const entered = await clientWith(() => undefined)(enterByTicket, { ticket }).catch(() => undefined)
  if (!entered || currentToken() !== undefined) return
  beginSession(entered.utoken)
  await router.invalidate()
}

async function leave(router: PortalRouter): Promise<void> {
  refreshToken()
  if (currentToken() === undefined) return
  await signOut().then(
    () => router.invalidate(),
    () => {},
  )
}

/** Another frame of the host's may have signed in or out meanwhile. */
async function tellAccount(id: string): Promise<void> {
  refreshToken()
  const found =
    currentToken() === undefined ? undefined : await call(getBasicInfo, undefined).catch(() => undefined)
  if (!found) return tellHost({ type: 'session', id, account: null })
  const { uid, nickname, headpic, enterpriseUser } = found
  const kind = enterpriseUser === null ? 'personal' : 'business'
  tellHost({ type: 'session', id, account: { uid, kind, nickname, headpic } })
}

/** Login and logout, as they befall this page. A host that keeps the token is given each new one. */
function tellSession(): void {
  let uid: string | undefined
  let given = currentToken()
  const look = () => {
    const here = account.get()?.info.uid
    const utoken = currentToken()
    if (here !== undefined && utoken !== undefined && utoken !== given) {
      given = utoken
      // One that does not keep it says so; nobody waits for that.
      if (hostOffers('token.update')) void callHost('token.update', { utoken })
    }
    if (here !== undefined && here !== uid) {
      uid = here
      tellHost({ type: 'login', uid })
    } else if (here === undefined && uid !== undefined && currentToken() === undefined) {
      uid = undefined
      cancelHostCalls()
      tellHost({ type: 'logout', expired: endedByExpiry })
    }
  }
  look()
  account.subscribe(look)
}

/** Milliseconds: a page that comes up changes its size with every part of it. */
const SIZE_EVERY = 200

/** The size of what there is: the page itself is never lower than its window. */
function tellSize(): void {
  let last = ''
  let waiting = false
  const tell = () => {
    waiting = false
    const main = document.querySelector('main')
    if (!main) return
    const range = document.createRange()
    range.selectNodeContents(main)
    const height = Math.ceil(range.getBoundingClientRect().bottom + window.scrollY) + FOOT
    const width = document.documentElement.scrollWidth
    if (last === `${width} ${height}`) return
    last = `${width} ${height}`
    tellHost({ type: 'resize', width, height })
  }
  const look = () => {
    if (!waiting) setTimeout(tell, SIZE_EVERY)
    waiting = true
  }
  new ResizeObserver(look).observe(document.body)
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}

/** CSS pixels below the content. */
const FOOT = 32
