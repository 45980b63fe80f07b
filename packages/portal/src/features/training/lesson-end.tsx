import * as m from '@kerf/locales/messages'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import styles from './lesson-end.module.css'
import type { Lesson } from './training-query.ts'

const NEXT_LESSON_SECONDS = 10

interface LessonEndProps {
  next: Lesson
  /** whether the next lesson starts by itself; false when the person does something else on the page */
  counting: boolean
  onNext(): void
  onStay(): void
}

/** Follows a lesson that was just watched: the next one starts by itself unless the person stays (WCAG 2.2, criterion 2.2.1). */
export function LessonEnd({ next, counting, onNext, onStay }: LessonEndProps) {
  const language = useLanguage()
  const [left, setLeft] = useState(NEXT_LESSON_SECONDS)
  const tick = useEffectEvent(() => {
    if (left > 1) setLeft(left - 1)
    else onNext()
  })
  useEffect(() => {
    if (!counting) return
    const timer = setInterval(() => document.visibilityState === 'visible' && tick(), 1000)
    return () => clearInterval(timer)
  }, [counting])
  return (
    <div className={styles.end}>
      <div role="status" className={styles.words}>
        <CheckIcon />
        <div>
          <strong>{m.training_lesson_finished()}</strong>
          <p>{m.training_next_is({ title: next.title[language] })}</p>
        </div>
      </div>
      <div className={styles.actions}>
        <Button onClick={onNext}>{m.training_next()}</Button>
        {counting && (
          <>
            <Button variant="secondary" onClick={onStay}>
              {m.training_stay()}
            </Button>
            {/* Not announced each second. */}
            <span className={styles.countdown} aria-hidden="true">
              {m.training_next_in({ seconds: left })}
            </span>
          </>
        )}
      </div>
    </div>
  )
}
