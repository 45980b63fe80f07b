import * as m from '@kerf/locales/messages'
import { type ReactNode, useId, useState } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ProgressRing } from '../../ui/progress-ring/progress-ring.tsx'
import styles from './course-card.module.css'
import type { CertificateCourseState } from './training-query.ts'

interface Props {
  course: CertificateCourseState
  open: boolean
  /** another course is open: this one does not ask to be started */
  isOtherOpen: boolean
  /** shown where there is no picture */
  drawing: ReactNode
  onToggle(): void
  /** the lessons, rendered while the course is open */
  children: ReactNode
  /** the certificate section below the lessons */
  prize: ReactNode
}

interface RowProps {
  /** a still, or a drawing on the ground of the stills */
  picture: ReactNode
  /** without the picture, as wide as the ring of the progress */
  isBrief?: boolean
  /** one button */
  action: ReactNode
  /** heading and words */
  children: ReactNode
}

/** The first row of a course's card. Large pictures are above the words on narrow pages. */
export const CourseRow = ({ picture, isBrief, action, children }: RowProps) => (
  <div className={styles.course} data-course data-brief={isBrief || undefined}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.words}>{children}</div>
    {action}
  </div>
)

/** A course with its progress and the button that opens it. While it is open, the film shows the scene. */
export function CourseCard({ course, open, isOtherOpen, drawing, onToggle, children, prize }: Props) {
  const language = useLanguage()
  const id = useId()
  const [missing, setMissing] = useState('')
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
      <CourseRow
        isBrief={open}
        picture={
          <>
            {!open &&
              (next && next.poster !== missing ? (
                <img
                  src={next.poster}
                  alt=""
                  width={640}
                  height={360}
                  onError={() => setMissing(next.poster)}
                />
              ) : (
                drawing
              ))}
            <ProgressRing {...counts} label={m.training_ring({ title, ...counts })} />
          </>
        }
        action={
          <Button
            variant={finished || open || isOtherOpen ? 'secondary' : 'primary'}
            aria-expanded={open}
            aria-controls={id}
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
        }
      >
        <h2>{title}</h2>
        {!open && <p>{course.about[language]}</p>}
        <p className={styles.details}>
          <strong data-finished={finished || undefined}>
            {finished ? m.training_completed() : m.training_not_completed()}
          </strong>
          <span>{m.training_lesson_count({ count: lessons.length })}</span>
          <span>{m.training_minutes({ minutes })}</span>
        </p>
      </CourseRow>
      <div id={id} hidden={!open}>
        {open && children}
      </div>
      {prize}
    </Card>
  )
}
