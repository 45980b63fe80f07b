/** Carries out what was chosen: begins, identifies, falls silent. */
import type { TrackedEvent } from '@kerf/contract/tracking'
import { isUntrackedPath } from '@kerf/contract/tracking-redaction'
import { account } from '../account.ts'
import { page } from '../page.ts'
import { currentToken } from '../token.ts'
import { sendTracked } from '../track.ts'
import { clearTraces, mayTrack, objects, type Standing, standing } from './choice.ts'
import { sendPlain } from './plain.ts'

type Library = typeof import('./sensors.ts')

const nothing = (): void => {}

let wanted = false
let library: Promise<Library | undefined> | undefined

const isQuiet = (): boolean => isUntrackedPath(location.pathname)

/** The library, begun; undefined where it could not be fetched: the next event tries again. */
function openLibrary(): Promise<Library | undefined> {
  library ??= import('./sensors.ts').then(
    loaded => {
      loaded.begin(page().data.tracking?.url)
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
  if (id !== undefined) loaded.identify(id)
  else if (currentToken() === undefined) loaded.forget()
}

async function send(event: TrackedEvent): Promise<void> {
  if (isQuiet()) return sendPlain(event)
  const loaded = await openLibrary()
  if (!wanted) return
  loaded?.send(event)
  const google = page().data.tracking?.google
  if (google) (await import('./google.ts')).sendToGoogle(google, event)
}

/** Called whenever another page of the portal is shown. */
export function lookAtPage(): void {
  if (wanted && !isQuiet()) void openLibrary()
  void silenceGoogle()
}

async function silenceGoogle(): Promise<void> {
  const google = page().data.tracking?.google
  if (google) (await import('./google.ts')).silenceGoogle(google, !wanted)
}

function follow(now: Standing): void {
  const before = wanted
  wanted = mayTrack(now, objects()) === true
  if (wanted) {
    sendTracked(event => void send(event).catch(nothing), 'send')
    if (!before) void library?.then(loaded => loaded?.begin(undefined))
  } else {
    sendTracked(nothing, 'forget')
    if (before) void library?.then(loaded => loaded?.pause())
    clearTraces()
  }
  lookAtPage()
}

export function beginAnalytics(): void {
  follow(standing.get())
  standing.subscribe(() => follow(standing.get()))
  // What the library writes as the page goes must not stay after an objection.
  window.addEventListener('pagehide', () => {
    if (!wanted) clearTraces()
  })
}
