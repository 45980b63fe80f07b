/**
 * A message and an email 30 and 7 days before a certificate ends for a product line that demands a fresh one, to holders with a role on such a
 * machine. A reminder that is due at nobody's machine is marked as sent: a role that comes later shows the end on its page.
 */
import { DEFAULT_BRAND } from '@kerf/brands/registry'
import * as m from '@kerf/locales/messages'
import type { Task } from 'graphile-worker'
import { messageAccount } from '../../messaging/index.ts'
import { type MailDependencies, notifyOwner } from '../../outbound/mail/notify-owner.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { JobLog } from '../../platform/jobs/job-log.ts'
import { findRole, listMachineIds } from './machine-store.ts'
import { machineLabel } from './notify-people.ts'
import {
  type EndingCertificate,
  listEndingCertificates,
  listEndingCourses,
  lockHolder,
  markReminded,
} from './training-store.ts'

export const CERTIFICATE_REMINDERS_JOB = 'remind_certificates'
/** The rest follows at the next run. */
const REMINDERS_PER_RUN = 1_000
/** Machines that a message names. */
const NAMED_MAX = 3
const BY_THE_SERVER = { ip: '', timeZone: '', app: { brand: DEFAULT_BRAND } } as const

const COURSE_TITLES: Readonly<Record<string, typeof m.check_course_laser>> = {
  laser: m.check_course_laser,
  printer: m.check_course_printer,
  welder: m.check_course_welder,
}

/** Of the account's machines those of the lines; '': none. */
async function machinesOf(db: Queryable, uid: string, lines: readonly string[]): Promise<string> {
  const ids = await listMachineIds(db, { uid })
  const roles = (await Promise.all(ids.map(({ machine }) => findRole(db, { machine, uid })))).flat()
  const labels = roles.filter(({ line }) => lines.includes(line)).map(machineLabel)
  return labels.slice(0, NAMED_MAX).join(', ') + (labels.length > NAMED_MAX ? ', …' : '')
}

/** Returns whether a message was sent. */
async function remind(
  db: Database,
  mail: MailDependencies,
  { uid, course, lines, until, due }: EndingCertificate,
  now: Date,
): Promise<boolean> {
  const machines = await machinesOf(db, uid, lines)
  return db.transaction(async tx => {
    const [account] = await lockHolder(tx, { uid })
    const [marked] = account ? await markReminded(tx, { uid, course, due, now }) : []
    if (!account || !marked || machines === '') return false
    const date = new Date(until * 1_000).toISOString().slice(0, 10)
    const titleIn = (locale: 'en' | 'zh') => COURSE_TITLES[course]?.({}, { locale }) ?? course
    const textIn = (locale: 'en' | 'zh') => ({
      title: m.certificate_message_ending({ course: titleIn(locale), date }, { locale }),
      body: m.certificate_message_ending_body({ machines }, { locale }),
    })
    const texts = { en: textIn('en'), zh: textIn('zh') }
    await messageAccount(tx, { operator: null }, { uid, category: 'device', texts })
    const content = { template: 'certificate_ending', course: titleIn(account.lang), date, machines } as const
    await notifyOwner(tx, mail, { uid, ...account }, BY_THE_SERVER, content, { withLink: false })
    return true
  })
}

/** Marks each in the transaction that sends its message. */
export const remindCertificatesTask =
  (db: Database, mail: MailDependencies, log: JobLog): Task =>
  async () => {
    const now = new Date(await mail.clock.now())
    let sent = 0
    const courses = (await listEndingCourses(db)).map(({ course }) => course)
    for (const ending of await listEndingCertificates(db, { courses, now, limit: REMINDERS_PER_RUN }))
      if (await remind(db, mail, ending, now)) sent++
    if (sent > 0) log.info({ messages: sent }, 'reminded accounts of certificates that end')
  }
