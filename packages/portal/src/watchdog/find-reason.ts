export type Reason = 'offline' | 'unreachable' | 'blocked' | 'version' | 'slow'

export interface Evidence {
  /** address of a script or sheet that did not load */
  readonly asset: string | undefined
  /** a script ended in an error before the page was up */
  readonly threw: boolean
}

/** Milliseconds for the server to say that it is there. */
const REACH = 5_000

const ask = (address: string, method: string): Promise<Response> =>
  fetch(address, { method, cache: 'no-store', credentials: 'omit', signal: timeout() })

// Old browsers, which this is for, have no AbortSignal.timeout.
function timeout(): AbortSignal {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), REACH)
  return stop.signal
}

/** What the page is written for; a browser without it fails in ways that say nothing. */
const isModern = (): boolean =>
  'noModule' in HTMLScriptElement.prototype &&
  'withResolvers' in Promise &&
  'canParse' in URL &&
  CSS.supports('color', 'light-dark(#000,#fff)')

export async function findReason({ asset, threw }: Evidence): Promise<Reason> {
  if (!navigator.onLine) return 'offline'
  try {
    await ask('/healthz', 'GET')
  } catch {
    return 'unreachable'
  }
  if (!isModern()) return 'version'
  if (asset !== undefined) {
    // Gone: the page is older than the server, which has new files.
    const gone = await ask(asset, 'HEAD').then(
      ({ status }) => status === 404,
      () => false,
    )
    return gone ? 'version' : 'blocked'
  }
  return threw ? 'version' : 'slow'
}
