import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './certificate-check.module.css'
import { certificateCheckQuery } from './certificate-check-query.ts'

const COURSES = { laser: m.check_course_laser, printer: m.check_course_printer } as const

/** Verifies a certificate by its number. Shows whether it is genuine, its course and the holder's initials. */
export function CertificateCheck({ number }: { number: string }) {
  const query = useQuery(certificateCheckQuery(number))
  return (
    <div className={styles.check} aria-live="polite">
      <p className={styles.number}>
        {m.check_number()} <code>{number}</code>
      </p>
      <LoadRegion
        query={query}
        skeleton={<Skeleton shape="block" />}
        loadingText={m.ui_loading()}
        errorText={m.check_fault}
      >
        {({ valid, initials, course }) => (
          <Notice tone={valid ? 'success' : 'danger'} title={valid ? m.check_valid() : m.check_invalid()}>
            <p>{valid ? m.check_valid_about({ initials }) : m.check_invalid_about()}</p>
            {course && <p>{COURSES[course]()}</p>}
          </Notice>
        )}
      </LoadRegion>
    </div>
  )
}
