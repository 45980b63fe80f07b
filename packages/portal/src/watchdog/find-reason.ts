import type { StartFailure } from '@kerf/contract/support-code'
import { fetchWithTimeout } from '@kerf/embed/watchdog/fetch-with-timeout'

/** What can be found out from inside the page. */
export type PageFailure = Exclude<StartFailure, 'refused'>

export interface Evidence {
  /** URL of a script or style sheet that did not load. */
  readonly failedAsset: string | undefined
  /** A script threw an error before the page started. */
  readonly hasScriptError: boolean
}

/** A browser below the supported ones fails in ways that do not name the cause. */
const isSupportedBrowser = (): boolean => !('unsupported' in document.documentElement.dataset)

export async function findReason({ failedAsset, hasScriptError }: Evidence): Promise<PageFailure> {
  if (!navigator.onLine) return 'offline'
  try {
    await fetchWithTimeout('/healthz')
  } catch {
    return 'unreachable'
  }
  if (!isSupportedBrowser()) return 'version'
  if (failedAsset !== undefined) {
    // 404: the page is older than the server, whose files have other names.
    const isGone = await fetchWithTimeout(failedAsset, { method: 'HEAD' }).then(
      ({ status }) => status === 404,
      () => false,
    )
    return isGone ? 'version' : 'blocked'
  }
  return hasScriptError ? 'version' : 'slow'
}
