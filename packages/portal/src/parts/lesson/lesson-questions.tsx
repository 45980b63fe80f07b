import type { OutputOf } from '@kerf/contract/endpoint'
import type { listCourses } from '@kerf/contract/endpoints/training'
import * as m from '@kerf/locales/messages'
import { useId, useRef, useState } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckIcon, CloseIcon } from '../../ui/icon/icons.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './lesson-questions.module.css'

type Question = OutputOf<typeof listCourses>[number]['lessons'][number]['questions'][number]

interface LessonQuestionsProps {
  /** one below the heading of the lesson */
  headingLevel: 3 | 4
  questions: readonly Question[]
  /** all are answered */
  onAnswered?(): void
}

/**
 * Questions about a lesson, one at a time, each explained as soon as it is answered. Nothing depends on the answers and none is
 * stored: they help to remember the lesson.
 */
export function LessonQuestions({ headingLevel, questions, onAnswered }: LessonQuestionsProps) {
  const Heading = `h${headingLevel}` as const
  const [answers, setAnswers] = useState<readonly number[]>([])
  const [index, setIndex] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const show = (next: number) => {
    setIndex(next)
    heading.current?.focus({ preventScroll: true })
  }
  const all = questions.length
  if (all === 0) return null
  const question = questions[index]
  const right = answers.filter((answer, i) => answer === questions[i]?.answer).length
  return (
    <section className={styles.questions} aria-label={m.questions_title()}>
      <Heading ref={heading} tabIndex={-1} className={styles.heading}>
        {question ? m.questions_of({ index: index + 1, all }) : m.questions_result({ right, all })}
      </Heading>
      {question ? (
        <Asked
          key={index}
          question={question}
          answer={answers[index]}
          onAnswer={answer => setAnswers([...answers, answer])}
          nextText={index + 1 < all ? m.questions_next() : m.questions_show_result()}
          onNext={() => {
            show(index + 1)
            if (index + 1 === all) onAnswered?.()
          }}
        />
      ) : (
        <>
          <p>{right === all ? m.questions_all_right() : m.questions_some_wrong()}</p>
          <Button
            variant="secondary"
            className={styles.next}
            onClick={() => {
              setAnswers([])
              show(0)
            }}
          >
            {m.questions_again()}
          </Button>
        </>
      )}
    </section>
  )
}

interface AskedProps {
  question: Question
  /** undefined until answered */
  answer: number | undefined
  onAnswer(answer: number): void
  nextText: string
  onNext(): void
}

function Asked({ question, answer, onAnswer, nextText, onNext }: AskedProps) {
  const language = useLanguage()
  const id = useId()
  const answered = answer !== undefined
  return (
    <>
      <p id={id} className={styles.text}>
        {question.text[language]}
      </p>
      {/* Buttons rather than radio buttons: an arrow key would already answer. */}
      <ul className={styles.options} aria-labelledby={id}>
        {question.options.map((option, i) => {
          const mark = !answered
            ? undefined
            : i === question.answer
              ? 'right'
              : i === answer
                ? 'wrong'
                : 'other'
          return (
            <li key={option.en}>
              <button
                type="button"
                data-mark={mark}
                aria-disabled={answered || undefined}
                onClick={() => !answered && onAnswer(i)}
              >
                <span className={styles.mark} aria-hidden="true">
                  {mark === 'right' ? <CheckIcon /> : mark === 'wrong' ? <CloseIcon /> : 'ABCDEF'[i]}
                </span>
                {option[language]}
                {mark === 'right' && <VisuallyHidden>{m.questions_right_answer()}</VisuallyHidden>}
                {mark === 'wrong' && <VisuallyHidden>{m.questions_your_answer()}</VisuallyHidden>}
              </button>
            </li>
          )
        })}
      </ul>
      <div role="status" className={styles.explanation}>
        {answered && (
          <p>
            <strong data-right={answer === question.answer || undefined}>
              {answer === question.answer ? m.questions_right() : m.questions_wrong()}
            </strong>
            {sentenceSpace()}
            {question.explanation[language]}
          </p>
        )}
      </div>
      {answered && (
        <Button variant="secondary" className={styles.next} onClick={onNext}>
          {nextText}
        </Button>
      )}
    </>
  )
}
