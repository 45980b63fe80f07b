import type { OutputOf } from '@kerf/contract/endpoint'
import {
  CERTIFICATE_COURSES,
  type CertificateCourse,
  getCertificateStatus,
  listCourses,
} from '@kerf/contract/endpoints/training'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import type { Explained } from '../../lib/explain.ts'
import { explainFault } from '../../lib/faults.ts'
import { keepPrizes } from '../../lib/prizes.ts'

type Course = OutputOf<typeof listCourses>[number]
export type Lesson = Course['lessons'][number]

export interface PrizeCourseState extends Course {
  readonly id: CertificateCourse
  /** to issue its certificate by; '' until all lessons are finished */
  readonly certId: string
}

export type TrainingState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly fault: Explained }
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
        call(listCourses, undefined, { signal }),
        call(getCertificateStatus, undefined, { signal }),
      ])
      keepPrizes(uid, info)
      const ids: Readonly<Record<CertificateCourse, string>> = {
        laser: info.certId,
        printer: info.printCertId,
      }
      const own = list.filter(isPrizeCourse).map(course => ({ ...course, certId: ids[course.id] }))
      setState({ kind: 'listed', courses: own })
    } catch (error) {
      const fault = await explainFault(error)
      if (!signal.aborted) setState(now => (now.kind === 'listed' ? now : { kind: 'failed', fault }))
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
