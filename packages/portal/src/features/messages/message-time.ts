/** Formats the time of a message: today the time, yesterday "Yesterday" and the time, before that the date. */
import { messages_yesterday } from '@kerf/locales/messages'
import { formatDate, formatDateTime } from '../../lib/text/format-time.ts'

const timeOf = (seconds: number, zone: string | undefined): string => formatDateTime(seconds, zone).slice(11)

/** The previous calendar day. Subtracting 24 hours would be wrong on days with 23 or 25 hours. */
function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

/** `at` and `now` are Unix seconds; `zone` defaults to the viewer's time zone. */
export function messageTime(at: number, now = Date.now() / 1000, zone?: string): string {
  const day = formatDate(at, zone)
  const today = formatDate(now, zone)
  if (day === today) return timeOf(at, zone)
  return day === dayBefore(today) ? messages_yesterday({ time: timeOf(at, zone) }) : day
}
