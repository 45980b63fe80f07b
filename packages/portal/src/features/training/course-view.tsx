import * as m from '@kerf/locales/messages'
import { useRef, useState } from 'react'
import { useLanguage } from '../../lib/language.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import { LessonPlayer } from '../../ui/lesson-player/lesson-player.tsx'
import { useWatchSession } from '../../ui/lesson-player/use-watch-session.ts'
import { toast } from '../../ui/toast/toast.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './course-view.module.css'
import type { CertificateCourseState, Lesson } from './training-query.ts'

const clock = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The lessons of a course and the player of the selected one. */
export function CourseView({
  course,
  onRecorded,
}: {
  course: CertificateCourseState
  onRecorded(): Promise<void>
}) {
  const language = useLanguage()
  const { lessons } = course
  const [chosen, setChosen] = useState(() => lessons.find(({ finished }) => !finished)?.id ?? lessons[0]?.id)
  const index = lessons.findIndex(({ id }) => id === chosen)
  const lesson = lessons[index]
  const next = lessons[index + 1]
  const heading = useRef<HTMLHeadingElement>(null)
  if (!lesson) return null

  const choose = (id: string) => {
    setChosen(id)
    heading.current?.focus()
  }
  return (
    <div className={styles.view}>
      <div className={styles.stage}>
        <p className={styles.count}>{m.training_lesson_of({ index: index + 1, all: lessons.length })}</p>
        <h3 ref={heading} tabIndex={-1}>
          {lesson.title[language]}
        </h3>
        <p className={styles.about}>{lesson.about[language]}</p>
        <Watched key={lesson.id} course={course} lesson={lesson} onRecorded={onRecorded} />
        {lesson.finished && next && (
          <Button className={styles.next} onClick={() => choose(next.id)}>
            {m.training_next()}
          </Button>
        )}
        <p className={styles.honest}>{m.training_honest()}</p>
      </div>
      <ol className={styles.lessons}>
        {lessons.map(({ id, title, duration, finished }, i) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosen ? 'true' : undefined}
              onClick={() => choose(id)}
            >
              <span className={styles.mark} data-finished={finished || undefined}>
                {finished ? <CheckIcon /> : i + 1}
              </span>
              <span className={styles.title}>
                {title[language]}
                <VisuallyHidden>
                  {finished ? m.training_lesson_done() : m.training_lesson_open()}
                </VisuallyHidden>
              </span>
              <span className={styles.length}>{clock(duration)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Watched({
  course,
  lesson,
  onRecorded,
}: {
  course: CertificateCourseState
  lesson: Lesson
  onRecorded(): Promise<void>
}) {
  const language = useLanguage()
  const watch = useWatchSession(course.id, lesson.id, courseFinished => {
    toast(courseFinished ? m.training_course_finished() : m.training_lesson_finished(), 'success')
    void onRecorded()
  })
  return (
    <LessonPlayer
      title={lesson.title[language]}
      duration={lesson.duration}
      video={lesson.video}
      captions={lesson.captions}
      poster={lesson.poster}
      language={language}
      watch={lesson.finished ? undefined : watch}
    />
  )
}
