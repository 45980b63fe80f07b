/** Table `certificate`: a row is inserted when an account finishes a course, and completed when the certificate is issued. */
import { type Queryable, statement } from '../../platform/db/database.ts'
import { epochSeconds } from '../../platform/db/epoch.ts'

export interface CertificateHolder {
  readonly nickname: string | null
  readonly email: string | null
}

/** Locks the account against erasure until the transaction ends. No row: it was erased. */
export const lockCertificateHolder = statement<CertificateHolder, { uid: string }>(
  'certificate.lock_holder',
  'select nickname, email from account where uid = $uid for key share',
)

/** No row: the account has earned this certificate before. */
export const insertCertificate = statement<
  { cert_id: string },
  { uid: string; course: string; certId: string }
>(
  'certificate.insert',
  `insert into certificate (uid, course, cert_id) values ($uid, $course, $certId)
   on conflict do nothing returning cert_id`,
)

export interface CertificateRow {
  readonly course: string
  readonly cert_id: string
  /** null, as are number and bearer, until the certificate is issued */
  readonly issued_at: Date | null
  readonly number: string | null
  /** name of the holder at the time of issue */
  readonly bearer: string | null
  /** when the whole course was watched again; null: never */
  readonly renewed_at: Date | null
  /** null: not revoked */
  readonly revoked_at: Date | null
}

const COLUMNS = 'course, cert_id, issued_at, number, bearer, renewed_at, revoked_at'

export const listCertificates = statement<CertificateRow, { uid: string }>(
  'certificate.list',
  `select ${COLUMNS} from certificate where uid = $uid`,
)

export const findCertificate = statement<CertificateRow, { uid: string; certId: string }>(
  'certificate.find',
  `select ${COLUMNS} from certificate where uid = $uid and cert_id = $certId`,
)

/** No row: it is issued already. Of concurrent calls, one issues it. */
export const issueCertificateOnce = statement<
  CertificateRow,
  { uid: string; certId: string; number: string; bearer: string }
>(
  'certificate.issue',
  `update certificate set issued_at = now(), number = $number, bearer = $bearer
    where uid = $uid and cert_id = $certId and issued_at is null returning ${COLUMNS}`,
)

/** No row: some of the lessons were not watched since the certificate was issued or renewed, or it is revoked. */
export const renewCertificate = statement<
  { cert_id: string },
  { uid: string; course: string; lessons: readonly string[] }
>(
  'certificate.renew',
  `update certificate c set renewed_at = now()
    where c.uid = $uid and c.course = $course and c.issued_at is not null and c.revoked_at is null
      and (select count(*) from lesson_done d
            where d.uid = $uid and d.course = $course and d.lesson = any($lessons::text[])
              and coalesce(d.watched_at, d.finished_at) > coalesce(c.renewed_at, c.issued_at)) = cardinality($lessons::text[])
   returning c.cert_id`,
)

/** Searches the certificates of all accounts; served by an index on the number. */
export const findIssuedByNumber = statement<
  { course: string; bearer: string; issued_at: Date; revoked_at: Date | null },
  { number: string }
>(
  'certificate.check',
  `select course, bearer, issued_at, revoked_at from certificate
    where number = $number and issued_at is not null`,
  { scope: 'every shard', because: 'certificate check' },
)

const listRevokedOfAccounts = statement<{ number: string }>(
  'certificate.revoked',
  'select number from certificate where revoked_at is not null order by number',
  { scope: 'every shard', because: 'certificate check' },
)

const listRevokedOfErased = statement<{ number: string }>(
  'revoked_number.list',
  'select number from revoked_number order by number',
)

/** Numbers of revoked certificates of all accounts, the deleted ones too; served by indexes. */
export const listRevokedNumbers = async (on: Queryable): Promise<{ number: string }[]> => [
  ...(await listRevokedOfAccounts(on)),
  ...(await listRevokedOfErased(on)),
]

/** No row: there is no such certificate, or it is revoked already. */
export const revokeCertificate = statement<{ uid: string; course: string }, { number: string }>(
  'certificate.revoke',
  'update certificate set revoked_at = now() where number = $number and revoked_at is null returning uid, course',
  { scope: 'every shard', because: 'operator' },
)

/** No row: there is no such certificate, or it is not revoked. */
export const restoreCertificate = statement<{ uid: string; course: string }, { number: string }>(
  'certificate.restore',
  'update certificate set revoked_at = null where number = $number and revoked_at is not null returning uid, course',
  { scope: 'every shard', because: 'operator' },
)

/** Address of the account that holds a certificate. */
export const findHolderEmail = statement<{ email: string | null }, { uid: string }>(
  'certificate.holder_email',
  'select email from account where uid = $uid',
)

export interface FoundCertificate {
  readonly uid: string
  readonly course: string
  readonly number: string
  /** unix seconds */
  readonly issuedAt: number
  /** null: valid */
  readonly revokedAt: number | null
}

/** Certificates with a number, or of an account; newest first. */
export const findCertificates = statement<
  FoundCertificate,
  { number: string | null; uids: readonly string[] }
>(
  'certificate.of',
  `select uid, course, number, ${epochSeconds('issued_at')} as "issuedAt", ${epochSeconds('revoked_at')} as "revokedAt"
     from certificate
    where issued_at is not null and (number = $number::text or uid = any($uids::uuid[])) order by certificate.issued_at desc`,
  { scope: 'every shard', because: 'operator' },
)
