/** A message a week before a benefit ends. */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import { DAY_SECONDS } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import type { Task } from 'graphile-worker'
import { publishMessage } from '../../messaging/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DatabaseClock } from '../../platform/db/database-clock.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { countReminder, listEndingBenefits, lockActiveAccount } from './redemption-store.ts'

export const BENEFIT_REMINDERS_JOB = 'remind_benefits'
export const REMINDED_BEFORE_SECONDS = 7 * DAY_SECONDS
/** The rest follows at the next run. */
const REMINDERS_PER_RUN = 1_000
const SENDER = 'kerf'

/** Each is counted in the transaction that sends it. */
export const remindBenefitsTask =
  (db: Database, times: { readonly clock: DatabaseClock }, log: JobLog): Task =>
  async () => {
    const now = await times.clock.now()
    let sent = 0
    const ending = await listEndingBenefits(db, {
      from: new Date(now),
      until: new Date(now + REMINDED_BEFORE_SECONDS * 1_000),
      limit: REMINDERS_PER_RUN,
    })
    for (const { uid, id, name_en, name_zh, expires_at } of ending)
      await db.transaction(async tx => {
        const [account] = await lockActiveAccount(tx, { uid })
        const [counted] = account ? await countReminder(tx, { uid, id, at: new Date(now) }) : []
        if (!counted) return
        const date = new Date(expires_at * 1_000).toISOString().slice(0, 10)
        const textIn = (locale: 'en' | 'zh', benefit: string) => ({
          title: m.benefit_message_ending({ benefit, date }, { locale }),
          body: m.benefit_message_ending_body({ benefit, date }, { locale }),
        })
        await publishMessage(
          tx,
          {
            audience: { kind: 'uid', uid },
            texts: { en: textIn('en', name_en), zh: textIn('zh', name_zh) },
            category: 'app',
            app: DEFAULT_BRAND,
            link: null,
            picture: null,
            from: null,
            until: null,
            sender: SENDER,
          },
          { operator: null },
        )
        sent++
      })
    if (sent > 0) log.info({ messages: sent }, 'reminded accounts of benefits that end')
  }
