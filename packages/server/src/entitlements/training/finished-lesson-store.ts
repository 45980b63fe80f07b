/** Lessons finished and certificates. */
import { statement } from '../../platform/db/database.ts'

/** Keeps a deletion of the account waiting until this transaction ends. No row: it was erased. */
export const holdAccount = statement<{ uid: string }, [uid: string]>(
  'training.account',
  'select uid from account where uid = $1 for key share',
)

export const insertDone = statement<
  never,
  [uid: string, course: string, lesson: string, version: string, watch: string]
>(
  'lesson_done.insert',
  `insert into lesson_done (uid, course, lesson, version, watch) values ($1, $2, $3, $4, $5)
   on conflict (uid, course, lesson) do update set watch = excluded.watch`,
)

export const findDone = statement<{ course: string; lesson: string }, [uid: string]>(
  'lesson_done.find',
  'select course, lesson from lesson_done where uid = $1',
)

export const findDoneBy = statement<{ course: string; lesson: string }, [uid: string, watch: string]>(
  'lesson_done.find_by',
  'select course, lesson from lesson_done where uid = $1 and watch = $2',
)

/** Made once all lessons of the course are finished; kept if it is there. A row: now is when that happened. */
export const earn = statement<
  { cert_id: string },
  [uid: string, course: string, certId: string, lessons: readonly string[]]
>(
  'certificate.earn',
  `insert into certificate (uid, course, cert_id)
   select $1, $2, $3
    where (select array_agg(lesson) from lesson_done where uid = $1 and course = $2) @> $4::text[]
   on conflict do nothing returning cert_id`,
)

export interface CertificateRow {
  readonly course: string
  readonly cert_id: string
  /** unix seconds; null with number and bearer until it is issued */
  readonly issued: number | null
  readonly number: string | null
  readonly bearer: string | null
}

const COLUMNS = 'course, cert_id, floor(extract(epoch from issued_at))::int as issued, number, bearer'

export const findCertificates = statement<CertificateRow, [uid: string]>(
  'certificate.find',
  `select ${COLUMNS} from certificate where uid = $1`,
)

export const findByCertId = statement<CertificateRow, [uid: string, certId: string]>(
  'certificate.find_by_id',
  `select ${COLUMNS} from certificate where uid = $1 and cert_id = $2`,
)

/** Of two at once one issues it. The bearer is the nickname, or for want of one the mailbox's name. */
export const issue = statement<CertificateRow, [uid: string, certId: string, number: string]>(
  'certificate.issue',
  `update certificate c set issued_at = now(), number = $3,
     bearer = coalesce(nullif(btrim(a.nickname), ''), split_part(a.email, '@', 1), '')
     from account a
    where c.uid = $1 and c.cert_id = $2 and c.issued_at is null and a.uid = c.uid
   returning ${COLUMNS.replace(/\b(course|cert_id|number|bearer|issued_at)\b/g, 'c.$1')}`,
)

export const findByNumber = statement<{ course: string; bearer: string }, [number: string]>(
  'certificate.check',
  'select course, bearer from certificate where number = $1 and issued_at is not null',
)
