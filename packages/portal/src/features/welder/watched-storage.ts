/** That this window has seen the video to its end; whether it still counts is the server's to say. */
import { getTabItem, removeTabItem, setTabItem } from '../../lib/tab-storage.ts'

const STORAGE_KEY = 'kerf.welder.watched'
/** Milliseconds. The server keeps it for two hours from the first start of the video, so that the page asks again before. */
const VALID_FOR_MS = 90 * 60_000

export const hasWatchedRecently = (): boolean => {
  const at = Number(getTabItem(STORAGE_KEY) ?? 0)
  return Date.now() - at < VALID_FOR_MS && at <= Date.now()
}

export const storeWatched = (done: boolean): void =>
  done ? setTabItem(STORAGE_KEY, String(Date.now())) : removeTabItem(STORAGE_KEY)
