import { checkCertificate } from '@kerf/contract/endpoints/training'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api-client.ts'
import { useRequest } from '../../lib/use-request.ts'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './certificate-check.module.css'

const COURSES = { laser: m.check_course_laser, printer: m.check_course_printer } as const

/** Verifies a certificate by its number. Shows whether it is genuine, its course and the holder's initials. */
export function CertificateCheck({ number }: { number: string }) {
  const {
    data: checked,
    error,
    retry,
  } = useRequest(number, signal => callApi(checkCertificate, undefined, { params: { number }, signal }))

  return (
    <div className={styles.check} aria-live="polite" aria-busy={!checked && !error}>
      <p className={styles.number}>
        {m.check_number()} <code>{number}</code>
      </p>
      {error ? (
        <LoadError error={error} onRetry={retry} />
      ) : checked ? (
        <Notice
          tone={checked.valid ? 'success' : 'danger'}
          title={checked.valid ? m.check_valid() : m.check_invalid()}
        >
          <p>
            {checked.valid ? m.check_valid_about({ initials: checked.initials }) : m.check_invalid_about()}
          </p>
          {checked.course && <p>{COURSES[checked.course]()}</p>}
        </Notice>
      ) : (
        <Skeleton shape="block" />
      )}
    </div>
  )
}
