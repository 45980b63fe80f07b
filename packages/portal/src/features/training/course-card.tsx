import * as m from '@kerf/locales/messages'
import { type ReactNode, useId } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ProgressRing } from '../../ui/progress-ring/progress-ring.tsx'
import styles from './course-card.module.css'
import type { CertificateCourseState } from './training-query.ts'

interface Props {
  course: CertificateCourseState
  open: boolean
  /** another course is open: this one is one row */
  isOtherOpen: boolean
  onToggle(): void
  /** the lessons, rendered while the course is open */
  children: ReactNode
  /** the certificate section below the lessons */
  prize: ReactNode
}

/** A course with its progress and the button that opens it. While a course is open, each is one row: the film shows the scene. */
export function CourseCard({ course, open, isOtherOpen, onToggle, children, prize }: Props) {
  const language = useLanguage()
  const id = useId()
  const isRow = open || isOtherOpen
  const { lessons } = course
  const done = lessons.filter(({ finished }) => finished).length
  /** the picture is of the lesson that the button leads to */
  const next = lessons.find(lesson => !lesson.finished) ?? lessons[0]
  const finished = course.certId !== ''
  const minutes = Math.max(1, Math.round(lessons.reduce((sum, { duration }) => sum + duration, 0) / 60_000))
  const title = course.title[language]
  const counts = { done, all: lessons.length }
  return (
    <Card>
      <div className={styles.course} data-course={course.id} data-row={isRow || undefined}>
        <div className={styles.picture}>
          {!isRow && next && <img src={next.poster} alt="" width={640} height={360} />}
          <ProgressRing {...counts} label={m.training_ring({ title, ...counts })} />
        </div>
        <div className={styles.words}>
          <h2>{title}</h2>
          {!isRow && <p>{course.about[language]}</p>}
          <p className={styles.details}>
            <strong data-finished={finished || undefined}>
              {finished ? m.training_completed() : m.training_not_completed()}
            </strong>
            <span>{m.training_lesson_count({ count: lessons.length })}</span>
            <span>{m.training_minutes({ minutes })}</span>
          </p>
        </div>
        <Button
          variant={finished || isRow ? 'secondary' : 'primary'}
          aria-expanded={open}
          aria-controls={id}
          className={styles.button}
          onClick={onToggle}
        >
          {open
            ? m.training_close()
            : finished
              ? m.training_again()
              : done > 0
                ? m.training_continue()
                : m.training_start()}
        </Button>
      </div>
      <div id={id} hidden={!open}>
        {open && children}
      </div>
      {prize}
    </Card>
  )
}
