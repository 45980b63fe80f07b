/** That this window has seen the video to its end; whether it still counts is the server's to say. */
import { tabForget, tabRecall, tabRemember } from '../../lib/tab-memory.ts'

const KEY = 'kerf.welder.watched'
/** Milliseconds. The server keeps it for two hours from the first start of the video, so that the page asks again before. */
const COUNTS_FOR = 90 * 60_000

export const watchedLately = (): boolean => {
  const at = Number(tabRecall(KEY) ?? 0)
  return Date.now() - at < COUNTS_FOR && at <= Date.now()
}

export const rememberWatched = (done: boolean): void =>
  done ? tabRemember(KEY, String(Date.now())) : tabForget(KEY)
