/** Table `line_demand`, and the certificate that meets a demand. */
import { statement } from '../../platform/db/database.ts'
import { epochSeconds, plusInterval } from '../../platform/db/epoch.ts'

export interface TrainingDemand {
  readonly course: string
  /** null: a certificate counts without an end */
  readonly months: number | null
}

export const findDemand = statement<TrainingDemand, { line: string }>(
  'line_demand.find',
  'select course, months from line_demand where line = $line',
)

export const setDemand = statement<never, TrainingDemand & { line: string }>(
  'line_demand.set',
  `insert into line_demand (line, course, months) values ($line, $course, $months)
   on conflict (line) do update set course = excluded.course, months = excluded.months`,
)

export const removeDemand = statement<{ line: string }, { line: string }>(
  'line_demand.remove',
  'delete from line_demand where line = $line returning line',
)

export const listDemands = statement<TrainingDemand & { line: string }>(
  'line_demand.list',
  'select line, course, months from line_demand order by line',
)

/** No row: the account has no such certificate, or it is revoked or too old. `until`: unix seconds. */
export const findTraining = statement<{ until: number | null }, TrainingDemand & { uid: string }>(
  'line_demand.training',
  `select ${epochSeconds(plusInterval('coalesce(renewed_at, issued_at)', 'make_interval(months => $months::int)'))} as until from certificate
    where uid = $uid and course = $course and issued_at is not null and revoked_at is null
      and ($months::int is null or coalesce(renewed_at, issued_at) + make_interval(months => $months::int) > now())`,
)

const SINCE = 'coalesce(c.renewed_at, c.issued_at)'
const ENDS = plusInterval(SINCE, 'make_interval(months => d.months)')

export interface EndingCertificate {
  readonly uid: string
  readonly course: string
  /** product lines for which it ends */
  readonly lines: readonly string[]
  /** the first end, unix seconds */
  readonly until: number
  /** when the reminder was due */
  readonly due: Date
}

/** Courses whose certificates end for a product line. */
export const listEndingCourses = statement<{ course: string }>(
  'line_demand.ending_courses',
  'select distinct course from line_demand where months is not null',
)

/**
 * Certificates of active accounts of which a reminder is due: 30 and 7 days before they end for a product line, but not within a week after
 * their issue or renewal. The range of `SINCE`, which an index serves, is wider than the months of any calendar.
 */
export const listEndingCertificates = statement<
  EndingCertificate,
  { courses: readonly string[]; now: Date; limit: number }
>(
  'line_demand.ending',
  `select e.uid, e.course, array_agg(e.line order by e.line) as lines, ${epochSeconds('min(e.ends)')} as until, max(e.due) as due
     from (select c.uid, c.course, d.line, c.reminded_at, ${SINCE} as since, ${ENDS} as ends,
                  case when ${ENDS} <= $now::timestamptz + interval '7 days' then ${ENDS} - interval '7 days'
                       else ${ENDS} - interval '30 days' end as due
             from certificate c join line_demand d on d.course = c.course join account a on a.uid = c.uid
            where c.course = any($courses::text[]) and a.status = 'active' and c.issued_at is not null and c.revoked_at is null and d.months is not null
              and ${SINCE} > $now::timestamptz - make_interval(months => d.months, days => 4)
              and ${SINCE} <= $now::timestamptz - make_interval(months => d.months) + interval '34 days') e
    where e.ends > $now::timestamptz and e.due <= $now::timestamptz and e.due > e.since + interval '7 days'
      and (e.reminded_at is null or e.reminded_at < e.due)
    group by e.uid, e.course order by min(e.ends) limit $limit`,
  { scope: 'every shard', because: 'job' },
)

/** Locks the account against erasure until the transaction ends. No row: it was erased, or it is not active. */
export const lockHolder = statement<{ email: string; lang: 'en' | 'zh' }, { uid: string }>(
  'line_demand.lock_holder',
  `select email, lang from account where uid = $uid and status = 'active' for key share`,
)

/** No row: it was reminded of meanwhile. */
export const markReminded = statement<
  { course: string },
  { uid: string; course: string; due: Date; now: Date }
>(
  'line_demand.reminded',
  `update certificate set reminded_at = $now
    where uid = $uid and course = $course and (reminded_at is null or reminded_at < $due) returning course`,
)
