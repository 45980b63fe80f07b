/** Stores in the tab that the welder video was watched to its end. The server decides whether that still counts. */
import { getTabItem, removeTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'

const STORAGE_KEY = 'kerf.welder.watched'
/** The server accepts it for two hours from the start of the video. The page asks for it again earlier. */
const VALID_FOR_MS = 90 * 60_000

export const hasWatchedRecently = (): boolean => {
  const at = Number(getTabItem(STORAGE_KEY) ?? 0)
  return Date.now() - at < VALID_FOR_MS && at <= Date.now()
}

export const storeWatched = (done: boolean): void =>
  done ? setTabItem(STORAGE_KEY, String(Date.now())) : removeTabItem(STORAGE_KEY)
