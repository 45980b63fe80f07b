import type { OutputOf } from '@kerf/contract/endpoint'
import { listCourses } from '@kerf/contract/endpoints/training'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { useLanguage } from '../../lib/language.ts'
import { useRequest } from '../../lib/use-request.ts'
import { LessonPlayer } from '../../ui/lesson-player/lesson-player.tsx'
import { useWatchSession } from '../../ui/lesson-player/use-watch-session.ts'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './video-step.module.css'

type Lesson = OutputOf<typeof listCourses>[number]['lessons'][number]

/** The lessons of the welder course, one after the other. The first viewing cannot be skipped. */
export function VideoStep({ onWatched }: { onWatched(): void }) {
  const [index, setIndex] = useState(0)
  const { data, error, retry } = useRequest('courses', signal => callApi(listCourses, undefined, { signal }))
  if (error) return <LoadError error={error} onRetry={retry} />
  const lessons = data && (data.find(({ id }) => id === 'welder')?.lessons ?? [])
  if (!lessons) return <div className={styles.place} role="status" aria-label={m.ui_loading()} />
  const lesson = lessons[index]
  if (!lesson) return <Notice tone="danger">{m.unlock_no_video()}</Notice>
  const next = (courseFinished: boolean) => (courseFinished ? onWatched() : setIndex(index + 1))
  return <Lesson key={lesson.id} lesson={lesson} onFinished={next} />
}

function Lesson({ lesson, onFinished }: { lesson: Lesson; onFinished(courseFinished: boolean): void }) {
  const language = useLanguage()
  const proof = useWatchSession('welder', lesson.id, onFinished)
  return (
    <>
      <LessonPlayer
        title={lesson.title[language]}
        duration={lesson.duration}
        video={lesson.video}
        captions={lesson.captions}
        poster={lesson.poster}
        language={language}
        watch={proof}
      />
      <p className={styles.honest}>{m.unlock_honest()}</p>
    </>
  )
}
