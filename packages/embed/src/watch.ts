/** Watches over one frame of the portal from outside: where nothing comes up, the person is told what to do. */
import { showPanel } from './panel.ts'
import type { KerfEvents, KerfFailure, KerfOptions } from './types.ts'

const PATIENCE = 10_000
/** Milliseconds for the portal to say that it is there at all. */
const REACH = 5_000

const LETTERS: Record<KerfFailure, string> = {
  offline: 'O',
  unreachable: 'U',
  refused: 'R',
  blocked: 'B',
  slow: 'S',
  version: 'V',
}

/** What went wrong and when, to be read out to support: see docs/embedding. */
export const supportCode = (reason: KerfFailure, now = Date.now()): string =>
  `K${LETTERS[reason]}-${Math.floor(now / 60_000)
    .toString(36)
    .toUpperCase()}`

export interface WatchParts {
  readonly frame: HTMLIFrameElement
  readonly options: KerfOptions
  readonly origin: string
  isUp(): boolean
  retry(): void
  inBrowser(): void
  failed(detail: KerfEvents['failed']): void
}

/** Gives what is called when the portal is up, when it is known to fail, and what ends the watch. */
export function watch({ frame, options, origin, isUp, retry, inBrowser, failed }: WatchParts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let hide = () => {}
  let wasLoaded = false
  let shown: KerfFailure | undefined
  const onLoad = () => {
    wasLoaded = true
  }
  frame.addEventListener('load', onLoad)

  function begin(): void {
    wasLoaded = false
    clearTimeout(timer)
    timer = setTimeout(look, options.patience ?? PATIENCE)
  }
  async function look(): Promise<void> {
    fail(await findReason(origin, () => wasLoaded))
  }
  function fail(reason: KerfFailure): void {
    clearTimeout(timer)
    if (isUp() || !frame.isConnected || shown === reason) return
    shown = reason
    const code = supportCode(reason)
    hide()
    hide = showPanel(frame, options.language ?? 'en', reason, code, {
      retry() {
        up()
        retry()
        begin()
      },
      inBrowser,
    })
    failed({ reason, code })
  }
  function up(): void {
    clearTimeout(timer)
    hide()
    hide = () => {}
    shown = undefined
  }
  begin()
  return {
    up,
    fail,
    end() {
      up()
      frame.removeEventListener('load', onLoad)
    },
  }
}

/** A frame that has finished loading and stays silent was refused; one that has not is slow, if the portal is there. */
async function findReason(origin: string, wasLoaded: () => boolean): Promise<KerfFailure> {
  if (!navigator.onLine) return 'offline'
  try {
    await fetch(`${origin}/healthz`, {
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(REACH),
    })
  } catch {
    return 'unreachable'
  }
  return wasLoaded() ? 'refused' : 'slow'
}
