import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FullInfo } from '../../lib/account.ts'
import { createErrorDescription } from '../../lib/error-texts.ts'
import { Card } from '../../ui/card/card.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { CertificateSection } from './certificate-section.tsx'
import { CourseCard } from './course-card.tsx'
import { TrainingSkeleton } from './course-skeleton.tsx'
import { CourseView } from './course-view.tsx'
import { trainingQuery } from './training-query.ts'

/** The courses. One is open at a time, because only one lesson can be watched at a time. */
export function TrainingList({ info }: { info: FullInfo }) {
  const { data: courses, error, isPending, refetch } = useQuery(trainingQuery(info.uid))
  const [open, setOpen] = useState<string>()
  if (isPending) return <TrainingSkeleton />
  if (!courses)
    return (
      <Card>
        <LoadError error={createErrorDescription(error)} onRetry={() => void refetch()} />
      </Card>
    )
  if (courses.length === 0) return <Notice>{m.training_empty()}</Notice>
  const reload = async () => void (await refetch())
  return courses.map(course => (
    <CourseCard
      key={course.id}
      course={course}
      open={open === course.id}
      onToggle={() => setOpen(now => (now === course.id ? undefined : course.id))}
      prize={<CertificateSection course={course} holder={info} onIssued={reload} />}
    >
      <CourseView course={course} onRecorded={reload} />
    </CourseCard>
  ))
}
