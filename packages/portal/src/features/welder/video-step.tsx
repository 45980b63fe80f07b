import type { OutputOf } from '@kerf/contract/endpoint'
import { listCourses } from '@kerf/contract/endpoints/training'
import * as m from '@kerf/locales/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { LessonPlayer } from '../../parts/lesson/lesson-player.tsx'
import { LessonQuestions } from '../../parts/lesson/lesson-questions.tsx'
import { useWatchSession } from '../../parts/lesson/use-watch-session.ts'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './video-step.module.css'

type Lesson = OutputOf<typeof listCourses>[number]['lessons'][number]

const coursesQuery = () =>
  queryOptions({
    queryKey: ['courses'],
    queryFn: ({ signal }) => callApi(listCourses, undefined, { signal }),
    // A lesson that is being watched must not change.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Questions about the video. They are optional. */
export function VideoQuestions() {
  const { data: courses = [] } = useQuery(coursesQuery())
  const lessons = courses.find(({ id }) => id === 'welder')?.lessons ?? []
  return <LessonQuestions headingLevel={3} questions={lessons.flatMap(({ questions }) => questions)} />
}

/** The lessons of the welder course, one after the other. The first viewing cannot be skipped. */
export function VideoStep({ onWatched }: { onWatched(): void }) {
  const query = useQuery(coursesQuery())
  return (
    <LoadRegion query={query} skeleton={<div className={styles.place} />} loadingText={m.ui_loading()}>
      {courses => (
        <Lessons lessons={courses.find(({ id }) => id === 'welder')?.lessons ?? []} onWatched={onWatched} />
      )}
    </LoadRegion>
  )
}

function Lessons({ lessons, onWatched }: { lessons: readonly Lesson[]; onWatched(): void }) {
  const [index, setIndex] = useState(0)
  const lesson = lessons[index]
  if (!lesson) return <Notice tone="danger">{m.unlock_no_video()}</Notice>
  const next = (courseFinished: boolean) => (courseFinished ? onWatched() : setIndex(index + 1))
  return <WelderLesson key={lesson.id} lesson={lesson} onFinished={next} />
}

function WelderLesson({ lesson, onFinished }: { lesson: Lesson; onFinished(courseFinished: boolean): void }) {
  const language = useLanguage()
  const proof = useWatchSession('welder', lesson.id, onFinished)
  return (
    <>
      <LessonPlayer
        headingLevel={3}
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
