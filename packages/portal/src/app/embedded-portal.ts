/** The portal inside a host: what it tells, and what it does when it is told something. Loaded only where embedded. */

import { getBasicInfo } from '@kerf/contract/endpoints/account'
import { enterByTicket } from '@kerf/contract/endpoints/ticket'
import type { HostMessage } from '@kerf/contract/host-messages'
import { RELOAD_INTERVAL_MIN_MS } from '@kerf/contract/host-messages'
import type { Language } from '@kerf/contract/language'
import { account } from '../lib/account.ts'
import { callApi, createApiClient } from '../lib/api-client.ts'
import { detectCookieState, setHostCookieState } from '../lib/bridge/cookie-state.ts'
import {
  callHost,
  cancelHostCalls,
  connectHost,
  hostSupports,
  onHostMessage,
  postToHost,
} from '../lib/bridge/host.ts'
import { detectBlockedCookies } from '../lib/cookie-partition.ts'
import { getLanguage, languageFromPath, persistLanguage, setLanguage } from '../lib/language.ts'
import { sessionEndedByExpiry, startSession } from '../lib/session.ts'
import { signOut } from '../lib/sign-out.ts'
import { switchLanguage } from '../lib/switch-language.ts'
import { applyTheme } from '../lib/theme.ts'
import { getCurrentToken } from '../lib/token.ts'
import { syncTokenFromCookie } from '../lib/token-updates.ts'
import { adaptToHost } from './adapt-to-host.ts'
import type { PortalRouter } from './router.tsx'

export function startEmbeddedPortal(router: PortalRouter): void {
  // heard by the watchdog
  window.dispatchEvent(new Event('kerf-up'))
  void detectBlockedCookies()
  onHostMessage(message => hear(router, message))
  connectHost()
  adaptToHost()
  void detectCookieState()
  tellSession()
  tellSize()
  let spoken = getLanguage()
  router.subscribe('onResolved', () => {
    if (getLanguage() === spoken) return
    spoken = getLanguage()
    postToHost({ type: 'language', language: spoken })
  })
}

function hear(router: PortalRouter, message: HostMessage): void {
  switch (message.type) {
    case 'reload':
      if (mayReload()) location.reload()
      return
    case 'theme':
      // A host's look is not the person's choice.
      applyTheme(message.theme)
      return
    case 'language':
      speakAs(router, message.language)
      return
    case 'cookies':
      setHostCookieState(message.state)
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
  if (next === getLanguage()) return
  if (languageFromPath(location.pathname)) switchLanguage(router.history, next)
  else {
    setLanguage(next)
    persistLanguage(next)
  }
}

/** A reload begins a page view that remembers nothing: how it began says when the last one was (S-054). */
function mayReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type !== 'reload' || performance.now() >= RELOAD_INTERVAL_MIN_MS
}

/** A ticket signs in where nobody is signed in; it pushes nobody out. */
async function enter(router: PortalRouter, ticket: string): Promise<void> {
  if (getCurrentToken() !== undefined) return
  const entered = await createApiClient(() => undefined)(enterByTicket, { ticket }).catch(() => undefined)
  if (!entered || getCurrentToken() !== undefined) return
  startSession(entered.utoken)
  await router.invalidate()
}

async function leave(router: PortalRouter): Promise<void> {
  syncTokenFromCookie()
  if (getCurrentToken() === undefined) return
  await signOut().then(
    () => router.invalidate(),
    () => {},
  )
}

/** Another frame of the host's may have signed in or out meanwhile. */
async function tellAccount(id: string): Promise<void> {
  syncTokenFromCookie()
  const found =
    getCurrentToken() === undefined
      ? undefined
      : await callApi(getBasicInfo, undefined).catch(() => undefined)
  if (!found) return postToHost({ type: 'session', id, account: null })
  const { uid, nickname, headpic, enterpriseUser } = found
  const kind = enterpriseUser === null ? 'personal' : 'business'
  postToHost({ type: 'session', id, account: { uid, kind, nickname, headpic } })
}

/** Login and logout, as they befall this page. A host that keeps the token is given each new one. */
function tellSession(): void {
  let uid: string | undefined
  let given = getCurrentToken()
  const look = () => {
    const here = account.get()?.info.uid
    const utoken = getCurrentToken()
    if (here !== undefined && utoken !== undefined && utoken !== given) {
      given = utoken
      // One that does not keep it says so; nobody waits for that.
      if (hostSupports('token.update')) void callHost('token.update', { utoken })
    }
    if (here !== undefined && here !== uid) {
      uid = here
      postToHost({ type: 'login', uid })
    } else if (here === undefined && uid !== undefined && getCurrentToken() === undefined) {
      uid = undefined
      cancelHostCalls()
      postToHost({ type: 'logout', expired: sessionEndedByExpiry })
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
    postToHost({ type: 'resize', width, height })
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
