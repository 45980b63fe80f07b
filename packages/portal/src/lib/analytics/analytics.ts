/** Carries out what was chosen: begins, identifies, falls silent. */
import type { TrackedEvent } from '@kerf/contract/tracking'
import { isUntrackedPath } from '@kerf/contract/tracking-redaction'
import { account } from '../account.ts'
import { getPageContext } from '../page-context.ts'
import { getCurrentToken } from '../token.ts'
import { setTrackingSink } from '../track.ts'
import {
  type ConsentState,
  clearAnalyticsData,
  consentState,
  hasObjectionSignal,
  mayTrack,
} from './consent-choice.ts'
import { sendDirectly } from './direct-sender.ts'

type Library = typeof import('./sensors-sdk.ts')

const nothing = (): void => {}

let wanted = false
let library: Promise<Library | undefined> | undefined

const isQuiet = (): boolean => isUntrackedPath(location.pathname)

/** The library, begun; undefined where it could not be fetched: the next event tries again. */
function openLibrary(): Promise<Library | undefined> {
  library ??= import('./sensors-sdk.ts').then(
    loaded => {
      loaded.startSdk(getPageContext().data.tracking?.url)
      tellWho(loaded)
      account.subscribe(() => tellWho(loaded))
      return loaded
    },
    () => {
      library = undefined
      return undefined
    },
  )
  return library
}

function tellWho(loaded: Library): void {
  if (!wanted) return
  const id = account.get()?.info.analyticsId
  if (id !== undefined) loaded.identifyAccount(id)
  else if (getCurrentToken() === undefined) loaded.clearIdentity()
}

async function send(event: TrackedEvent): Promise<void> {
  if (isQuiet()) return sendDirectly(event)
  const loaded = await openLibrary()
  if (!wanted) return
  loaded?.sendEvent(event)
  const google = getPageContext().data.tracking?.google
  if (google) (await import('./google-analytics.ts')).sendToGoogle(google, event)
}

/** Called whenever another page of the portal is shown. */
export function handlePageShown(): void {
  if (wanted && !isQuiet()) void openLibrary()
  void silenceGoogle()
}

async function silenceGoogle(): Promise<void> {
  const google = getPageContext().data.tracking?.google
  if (google) (await import('./google-analytics.ts')).setGoogleDisabled(google, !wanted)
}

function follow(now: ConsentState): void {
  const before = wanted
  wanted = mayTrack(now, hasObjectionSignal()) === true
  if (wanted) {
    setTrackingSink(event => void send(event).catch(nothing), 'send')
    if (!before) void library?.then(loaded => loaded?.startSdk(undefined))
  } else {
    setTrackingSink(nothing, 'forget')
    if (before) void library?.then(loaded => loaded?.pauseSdk())
    clearAnalyticsData()
  }
  handlePageShown()
}

export function startAnalytics(): void {
  follow(consentState.get())
  consentState.subscribe(() => follow(consentState.get()))
  // What the library writes as the page goes must not stay after an objection.
  window.addEventListener('pagehide', () => {
    if (!wanted) clearAnalyticsData()
  })
}
