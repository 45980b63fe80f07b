import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FullInfo } from '../../lib/session/account.ts'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { CertificateSection } from './certificate-section.tsx'
import { CourseCard } from './course-card.tsx'
import { TrainingSkeleton } from './course-skeleton.tsx'
import { CourseView } from './course-view.tsx'
import styles from './training-list.module.css'
import { type CertificateCourseState, trainingQuery } from './training-query.ts'

interface Props {
  info: FullInfo
  /** drawing of the machines that a course is about */
  drawingOf(course: string): ReactNode
}

/** The certificate courses with the account's progress. */
export function TrainingList({ info, drawingOf }: Props) {
  const query = useQuery(trainingQuery())
  const reload = async () => void (await query.refetch())
  return (
    <LoadRegion
      query={query}
      skeleton={<TrainingSkeleton />}
      loadingText={m.training_loading()}
      className={styles.list}
    >
      {courses =>
        courses.length > 0 ? (
          <Courses courses={courses} info={info} drawingOf={drawingOf} onRecorded={reload} />
        ) : (
          <Notice>{m.training_empty()}</Notice>
        )
      }
    </LoadRegion>
  )
}

interface CoursesProps extends Props {
  courses: readonly CertificateCourseState[]
  onRecorded(): Promise<void>
}

/** One course is open at a time, because only one lesson can be watched at a time. */
function Courses({ courses, info, drawingOf, onRecorded }: CoursesProps) {
  const [open, setOpen] = useState<string>()
  /** the course whose end was just reached: its certificate is shown in the place of the player */
  const [celebrated, setCelebrated] = useState<string>()
  return courses.map(course => {
    const isOpen = open === course.id
    const isOtherOpen = open !== undefined && !isOpen
    const celebrating = celebrated === course.id && isOpen && course.certId !== ''
    const certificate = (isBrief: boolean) => (
      <CertificateSection
        course={course}
        holder={info}
        isBrief={isBrief}
        isMain={celebrating || courses.every(({ certId }) => certId !== '')}
        onIssued={onRecorded}
      />
    )
    return (
      <CourseCard
        key={course.id}
        course={course}
        open={isOpen}
        isOtherOpen={isOtherOpen}
        drawing={drawingOf(course.id)}
        onToggle={() => {
          setCelebrated(undefined)
          setOpen(now => (now === course.id ? undefined : course.id))
        }}
        prize={celebrating || isOtherOpen || (isOpen && course.certificate) ? undefined : certificate(false)}
      >
        <CourseView
          course={course}
          onRecorded={onRecorded}
          issued={course.certificate && certificate(true)}
          prize={celebrating ? certificate(false) : undefined}
          onCelebrate={now => setCelebrated(now ? course.id : undefined)}
        />
      </CourseCard>
    )
  })
}
