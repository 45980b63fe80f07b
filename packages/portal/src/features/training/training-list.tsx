import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import type { FullInfo } from '../../lib/account.ts'
import { Card } from '../../ui/card/card.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { CertificateSection } from './certificate-section.tsx'
import { CourseCard } from './course-card.tsx'
import { TrainingSkeleton } from './course-skeleton.tsx'
import { CourseView } from './course-view.tsx'
import { useTraining } from './use-training.ts'

/** The courses. One is open at a time, because only one lesson can be watched at a time. */
export function TrainingList({ info }: { info: FullInfo }) {
  const { state, reload } = useTraining(info.uid)
  const [open, setOpen] = useState<string>()
  if (state.kind === 'loading') return <TrainingSkeleton />
  if (state.kind === 'failed')
    return (
      <Card>
        <LoadError error={state.error} onRetry={() => void reload()} />
      </Card>
    )
  if (state.courses.length === 0) return <Notice>{m.training_empty()}</Notice>
  return state.courses.map(course => (
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
