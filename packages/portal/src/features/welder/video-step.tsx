import type { OutputOf } from '@kerf/contract/endpoint'
import { listCourses } from '@kerf/contract/endpoints/training'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { useLanguage } from '../../lib/language.ts'
import { LessonPlayer } from '../../ui/lesson-player/lesson-player.tsx'
import { useWatchSession } from '../../ui/lesson-player/use-watch-session.ts'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './video-step.module.css'

type Lesson = OutputOf<typeof listCourses>[number]['lessons'][number]

/** The lessons of the welder course, one after the other; nothing of a first viewing can be skipped. */
export function VideoStep({ onWatched }: { onWatched(): void }) {
  const [lessons, setLessons] = useState<readonly Lesson[]>()
  const [error, setError] = useState<ErrorDescription>()
  const [turn, setTurn] = useState(0)
  const [index, setIndex] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    callApi(listCourses, undefined, { signal }).then(
      all => setLessons(all.find(({ id }) => id === 'welder')?.lessons ?? []),
      async error => {
        const told = await describeError(error)
        if (!signal.aborted) setError(told)
      },
    )
    return () => controller.abort()
  }, [turn])

  if (error) {
    const retry = () => {
      setError(undefined)
      setTurn(now => now + 1)
    }
    return <LoadError error={error} onRetry={retry} />
  }
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
