/** A message a week before a benefit ends; later for a benefit that was redeemed within the last week. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import type { Task } from 'graphile-worker'
import { messageAccount } from '../../messaging/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DatabaseClock } from '../../platform/db/database-clock.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { listEndingBenefits, lockActiveAccount, markReminded } from './redemption-store.ts'

export const BENEFIT_REMINDERS_JOB = 'remind_benefits'
const WEEK_MS = 7 * DAY_SECONDS * 1_000
/** The rest follows at the next run. */
const REMINDERS_PER_RUN = 1_000

/** Marks each in the transaction that sends its message. */
export const remindBenefitsTask =
  (db: Database, times: { readonly clock: DatabaseClock }, log: JobLog): Task =>
  async () => {
    const now = await times.clock.now()
    let sent = 0
    const ending = await listEndingBenefits(db, {
      from: new Date(now),
      until: new Date(now + WEEK_MS),
      redeemedBefore: new Date(now - WEEK_MS),
      limit: REMINDERS_PER_RUN,
    })
    for (const { uid, id, name_en, name_zh, expires_at } of ending)
      await db.transaction(async tx => {
        const [account] = await lockActiveAccount(tx, { uid })
        const [marked] = account ? await markReminded(tx, { uid, id, at: new Date(now) }) : []
        if (!marked) return
        const date = new Date(expires_at * 1_000).toISOString().slice(0, 10)
        const textIn = (locale: 'en' | 'zh', benefit: string) => ({
          title: m.benefit_message_ending({ benefit, date }, { locale }),
          body: m.benefit_message_ending_body({}, { locale }),
        })
        const texts = { en: textIn('en', name_en), zh: textIn('zh', name_zh) }
        await messageAccount(tx, { operator: null }, { uid, category: 'app', texts })
        sent++
      })
    if (sent > 0) log.info({ messages: sent }, 'reminded accounts of benefits that end')
  }
