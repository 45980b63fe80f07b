import type { OutputOf } from '@kerf/contract/endpoint'
import {
  CERTIFICATE_COURSES,
  type CertificateCourse,
  getCertificateStatus,
  listCourses,
} from '@kerf/contract/endpoints/training'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { setCertificateStatus } from './certificate-status.ts'

type Course = OutputOf<typeof listCourses>[number]
export type Lesson = Course['lessons'][number]

export interface PrizeCourseState extends Course {
  readonly id: CertificateCourse
  /** to issue its certificate by; '' until all lessons are finished */
  readonly certId: string
}

export type TrainingState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ErrorDescription }
  | { readonly kind: 'listed'; readonly courses: readonly PrizeCourseState[] }

export interface Training {
  readonly state: TrainingState
  /** asks anew; what is on show stays until the answer is there */
  reload(): Promise<void>
}

const isPrizeCourse = (course: Course): course is Course & { id: CertificateCourse } =>
  (CERTIFICATE_COURSES as readonly string[]).includes(course.id)

/** The courses that end in a certificate, and how far the account has come in them. */
export function useTraining(uid: string): Training {
  const [state, setState] = useState<TrainingState>({ kind: 'loading' })
  const running = useRef<AbortController>(undefined)

  async function load() {
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const [list, info] = await Promise.all([
        callApi(listCourses, undefined, { signal }),
        callApi(getCertificateStatus, undefined, { signal }),
      ])
      setCertificateStatus(uid, info)
      const ids: Readonly<Record<CertificateCourse, string>> = {
        laser: info.certId,
        printer: info.printCertId,
      }
      const own = list.filter(isPrizeCourse).map(course => ({ ...course, certId: ids[course.id] }))
      setState({ kind: 'listed', courses: own })
    } catch (error) {
      const description = await describeError(error)
      if (!signal.aborted)
        setState(now => (now.kind === 'listed' ? now : { kind: 'failed', error: description }))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once a person; `reload` asks again
  useEffect(() => {
    void load()
    return () => running.current?.abort()
  }, [uid])

  return {
    state,
    reload() {
      if (state.kind === 'failed') setState({ kind: 'loading' })
      return load()
    },
  }
}
