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

/** No row: the account has no such certificate, or it is revoked or too old. `until`: unix seconds. */
export const findTraining = statement<{ until: number | null }, TrainingDemand & { uid: string }>(
  'line_demand.training',
  `select ${epochSeconds(plusInterval('issued_at', 'make_interval(months => $months::int)'))} as until from certificate
    where uid = $uid and course = $course and issued_at is not null and revoked_at is null
      and ($months::int is null or issued_at + make_interval(months => $months::int) > now())`,
)
