import type { OutputOf } from '@kerf/contract/endpoint'
import { listCourses } from '@kerf/contract/endpoints/training'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'
import type { Explained } from '../../lib/explain.ts'
import { explainFault } from '../../lib/faults.ts'
import { useLanguage } from '../../lib/language.ts'
import { useLessonWatch } from '../../lib/use-lesson-watch.ts'
import { LessonPlayer } from '../../ui/lesson-player/lesson-player.tsx'
import { LoadFault } from '../../ui/load-fault/load-fault.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './video-step.module.css'

type Lesson = OutputOf<typeof listCourses>[number]['lessons'][number]

/** The lessons of the welder course, one after the other; nothing of a first viewing can be skipped. */
export function VideoStep({ onWatched }: { onWatched(): void }) {
  const [lessons, setLessons] = useState<readonly Lesson[]>()
  const [fault, setFault] = useState<Explained>()
  const [turn, setTurn] = useState(0)
  const [index, setIndex] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    call(listCourses, undefined, { signal }).then(
      all => setLessons(all.find(({ id }) => id === 'welder')?.lessons ?? []),
      async error => {
        const told = await explainFault(error)
        if (!signal.aborted) setFault(told)
      },
    )
    return () => controller.abort()
  }, [turn])

  if (fault) {
    const retry = () => {
      setFault(undefined)
      setTurn(now => now + 1)
    }
    return <LoadFault fault={fault} onRetry={retry} />
  }
  if (!lessons) return <div className={styles.place} role="status" aria-label={m.ui_loading()} />
  const lesson = lessons[index]
  if (!lesson) return <Notice tone="danger">{m.unlock_no_video()}</Notice>
  const next = (courseFinished: boolean) => (courseFinished ? onWatched() : setIndex(index + 1))
  return <Lesson key={lesson.id} lesson={lesson} onFinished={next} />
}

function Lesson({ lesson, onFinished }: { lesson: Lesson; onFinished(courseFinished: boolean): void }) {
  const language = useLanguage()
  const proof = useLessonWatch('welder', lesson.id, onFinished)
  return (
    <>
      <LessonPlayer
        title={lesson.title[language]}
        duration={lesson.duration}
        video={lesson.video}
        captions={lesson.captions}
        poster={lesson.poster}
        language={language}
        proof={proof}
      />
      <p className={styles.honest}>{m.unlock_honest()}</p>
    </>
  )
}
