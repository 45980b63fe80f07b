import type { OutputOf } from '@kerf/contract/endpoint'
import { checkCertificate } from '@kerf/contract/endpoints/training'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import styles from './certificate-check.module.css'

type CheckResult = OutputOf<typeof checkCertificate>

const COURSES = { laser: m.check_course_laser, printer: m.check_course_printer } as const

/** What may be known of a certificate by its number: whether it is genuine, for what, and whose initials it bears. */
export function CertificateCheck({ number }: { number: string }) {
  const [checked, setChecked] = useState<CheckResult>()
  const [error, setError] = useState<ErrorDescription>()

  const ask = async (signal?: AbortSignal) => {
    setError(undefined)
    try {
      setChecked(
        await callApi(checkCertificate, undefined, { params: { number }, ...(signal && { signal }) }),
      )
    } catch (error) {
      const explained = await describeError(error)
      if (!signal?.aborted) setError(explained)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a number
  useEffect(() => {
    const leaving = new AbortController()
    void ask(leaving.signal)
    return () => leaving.abort()
  }, [number])

  return (
    <div className={styles.check} aria-live="polite" aria-busy={!checked && !error}>
      <p className={styles.number}>
        {m.check_number()} <code>{number}</code>
      </p>
      {error ? (
        <LoadError error={error} onRetry={() => void ask()} />
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
