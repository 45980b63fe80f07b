/** The portal inside a host: handles the messages of the host and reports events to it. Loaded only when embedded. */
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { enterByTicket } from '@kerf/contract/endpoints/ticket'
import type { HostMessage } from '@kerf/contract/host/host-messages'
import { RELOAD_INTERVAL_MIN_MS } from '@kerf/contract/host/host-messages'
import type { Language } from '@kerf/contract/language'
import { callApi, createApiClient } from '../lib/api/api-client.ts'
import {
  callHost,
  cancelHostCalls,
  connectHost,
  getHostKind,
  hostSupports,
  onHostMessage,
  postToHost,
} from '../lib/bridge/host.ts'
import { getLanguage, languageFromPath, persistLanguage, setLanguage } from '../lib/page/language.ts'
import { applyTheme } from '../lib/page/theme.ts'
import type { Router } from '../lib/router/router.ts'
import { account } from '../lib/session/account.ts'
import { sessionEndedByExpiry, startSession } from '../lib/session/session.ts'
import { signOut } from '../lib/session/sign-out.ts'
import { detectCookieState, setHostCookieState } from '../lib/token/cookie-state.ts'
import { getCurrentToken } from '../lib/token/token.ts'
import { syncTokenFromCookie } from '../lib/token/token-updates.ts'
import { switchLanguage } from '../lib/url/switch-language.ts'
import { PORTAL_STARTED_EVENT } from '../watchdog/portal-started.ts'
import { adaptToHost } from './adapt-to-host.ts'

/** A page that is starting changes its size many times. */
const RESIZE_INTERVAL_MS = 200
/** Space below the content, in CSS pixels. */
const BOTTOM_MARGIN_PX = 32

export function startEmbeddedPortal(router: Router): void {
  window.dispatchEvent(new Event(PORTAL_STARTED_EVENT))
  onHostMessage(message => handleHostMessage(router, message))
  connectHost()
  adaptToHost()
  void reportCookieState()
  if (getHostKind() === 'frame')
    void import('./offer-login-window.tsx')
      .then(({ offerLoginWindow }) => offerLoginWindow(router))
      .catch(() => {})
  reportSessionChanges()
  reportSizeChanges()
  reportLanguageChanges(router)
}

function handleHostMessage(router: Router, message: HostMessage): void {
  switch (message.type) {
    case 'reload':
      if (mayReload()) location.reload()
      return
    case 'theme':
      // Not stored: the theme of a host is not the person's choice.
      applyTheme(message.theme)
      return
    case 'language':
      changeLanguage(router, message.language)
      return
    case 'cookies':
      setHostCookieState(message.state)
      return
    case 'ticket':
      void signInByTicket(router, message.ticket)
      return
    case 'logout':
      void handleLogout(router)
      return
    case 'get-session':
      void sendSession(message.id)
      return
    default:
  }
}

async function reportCookieState(): Promise<void> {
  const state = await detectCookieState()
  if (state !== 'unknown') postToHost({ type: 'cookies', state })
}

/** A page without a language in its path changes its language without navigation. */
function changeLanguage(router: Router, next: Language): void {
  if (next === getLanguage()) return
  if (languageFromPath(location.pathname)) switchLanguage(router.history, next)
  else {
    setLanguage(next)
    persistLanguage(next)
  }
}

/**
 * Limits reloads to one per `RELOAD_INTERVAL_MIN_MS` (S-054). Nothing in memory survives a reload, so the time since the
 * last one is the age of a page view whose navigation was a reload.
 */
function mayReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type !== 'reload' || performance.now() >= RELOAD_INTERVAL_MIN_MS
}

/** Signs in only where nobody is signed in. */
async function signInByTicket(router: Router, ticket: string): Promise<void> {
  if (getCurrentToken() !== undefined) return
  const session = await createApiClient(() => undefined)(enterByTicket, { ticket }).catch(() => undefined)
  if (!session || getCurrentToken() !== undefined) return
  startSession(session.utoken)
  await router.invalidate()
}

async function handleLogout(router: Router): Promise<void> {
  syncTokenFromCookie()
  if (getCurrentToken() === undefined) return
  await signOut().then(
    () => router.invalidate(),
    () => {},
  )
}

/** Reads the cookie again, because another frame of the host may have signed in or out meanwhile. */
async function sendSession(id: string): Promise<void> {
  syncTokenFromCookie()
  const info =
    getCurrentToken() === undefined
      ? undefined
      : await callApi(getBasicInfo, undefined).catch(() => undefined)
  if (!info) return postToHost({ type: 'session', id, account: null })
  const { uid, nickname, headpic, enterpriseUser } = info
  const kind = enterpriseUser === null ? 'personal' : 'business'
  postToHost({ type: 'session', id, account: { uid, kind, nickname, headpic } })
}

/** Reports sign-in and sign-out of this page. A host that stores the token receives each new one. */
function reportSessionChanges(): void {
  let reportedUid: string | undefined
  let sentToken = getCurrentToken()
  const report = () => {
    const uid = account.get()?.info.uid
    const utoken = getCurrentToken()
    if (uid !== undefined && utoken !== undefined && utoken !== sentToken) {
      sentToken = utoken
      // The result is not needed: a host that does not store tokens refuses the call.
      if (hostSupports('token.update')) void callHost('token.update', { utoken })
    }
    if (uid !== undefined && uid !== reportedUid) {
      reportedUid = uid
      postToHost({ type: 'login', uid })
    } else if (uid === undefined && reportedUid !== undefined && utoken === undefined) {
      reportedUid = undefined
      cancelHostCalls()
      postToHost({ type: 'logout', expired: sessionEndedByExpiry })
    }
  }
  report()
  account.subscribe(report)
}

function reportLanguageChanges(router: Router): void {
  let reported = getLanguage()
  router.subscribe('resolved', () => {
    if (getLanguage() === reported) return
    reported = getLanguage()
    postToHost({ type: 'language', language: reported })
  })
}

/** Reports the size of the content. The document itself is never lower than its window. */
function reportSizeChanges(): void {
  let reported = ''
  let scheduled = false
  const report = () => {
    scheduled = false
    const main = document.querySelector('main')
    if (!main) return
    const range = document.createRange()
    range.selectNodeContents(main)
    const height = Math.ceil(range.getBoundingClientRect().bottom + window.scrollY) + BOTTOM_MARGIN_PX
    const width = document.documentElement.scrollWidth
    if (reported === `${width} ${height}`) return
    reported = `${width} ${height}`
    postToHost({ type: 'resize', width, height })
  }
  const schedule = () => {
    if (!scheduled) setTimeout(report, RESIZE_INTERVAL_MS)
    scheduled = true
  }
  new ResizeObserver(schedule).observe(document.body)
  new MutationObserver(schedule).observe(document.body, { childList: true, subtree: true })
}
