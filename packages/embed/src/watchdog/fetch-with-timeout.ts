const REQUEST_TIMEOUT_MS = 5_000

/** Without cache and credentials. Old browsers, which the watchdog must support, have no `AbortSignal.timeout`. */
export function fetchWithTimeout(url: string, init?: RequestInit): Promise<Response> {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS)
  return fetch(url, { ...init, cache: 'no-store', credentials: 'omit', signal: controller.signal })
}
