/** Starts, identifies and stops usage statistics according to the consent. */
import type { TrackedEvent } from '@kerf/contract/tracking/tracking'
import { isUntrackedPath } from '@kerf/contract/tracking/tracking-redaction'
import { getPageContext } from '../page/page-context.ts'
import { account } from '../session/account.ts'
import { getCurrentToken } from '../token/token.ts'
import {
  type ConsentState,
  clearAnalyticsData,
  consentState,
  hasObjectionSignal,
  mayTrack,
} from './consent-choice.ts'
import { sendDirectly } from './direct-sender.ts'
import { holdEvent, releaseEvent, setTrackingSink } from './track.ts'

type Library = typeof import('./sensors-sdk.ts')

const ignore = (): void => {}

let allowed = false
let library: Promise<Library | undefined> | undefined

const isUntracked = (): boolean => isUntrackedPath(location.pathname)

/** Loads and starts the library. Resolves to undefined if it does not load; the next event tries again. */
function loadLibrary(): Promise<Library | undefined> {
  library ??= import('./sensors-sdk.ts').then(
    loaded => {
      loaded.startSdk(getPageContext().data.tracking?.url)
      updateIdentity(loaded)
      account.subscribe(() => updateIdentity(loaded))
      return loaded
    },
    () => {
      library = undefined
      return undefined
    },
  )
  return library
}

function updateIdentity(loaded: Library): void {
  if (!allowed) return
  const id = account.get()?.info.analyticsId
  if (id !== undefined) loaded.identifyAccount(id)
  else if (getCurrentToken() === undefined) loaded.clearIdentity()
}

async function send(event: TrackedEvent): Promise<void> {
  if (isUntracked()) return sendDirectly(event)
  holdEvent(event)
  const loaded = await loadLibrary()
  if (!releaseEvent(event) || !allowed) return
  loaded?.sendEvent(event)
  const google = getPageContext().data.tracking?.google
  if (google) (await import('./google-analytics.ts')).sendToGoogle(google, event)
}

/** Called after each navigation. */
export function handlePageShown(): void {
  if (allowed && !isUntracked()) void loadLibrary()
  void updateGoogle()
}

async function updateGoogle(): Promise<void> {
  const google = getPageContext().data.tracking?.google
  if (google) (await import('./google-analytics.ts')).setGoogleDisabled(google, !allowed)
}

function applyConsent(consent: ConsentState): void {
  const wasAllowed = allowed
  allowed = mayTrack(consent, hasObjectionSignal()) === true
  if (allowed) {
    setTrackingSink(event => void send(event).catch(ignore), 'send')
    if (!wasAllowed) void library?.then(loaded => loaded?.startSdk(undefined))
  } else {
    setTrackingSink(ignore, 'discard')
    if (wasAllowed) void library?.then(loaded => loaded?.pauseSdk())
    clearAnalyticsData()
  }
  handlePageShown()
}

export function startAnalytics(): void {
  applyConsent(consentState.get())
  consentState.subscribe(() => applyConsent(consentState.get()))
  // The library writes cookies when the page is left, also after an objection.
  window.addEventListener('pagehide', () => {
    if (!allowed) clearAnalyticsData()
  })
}
