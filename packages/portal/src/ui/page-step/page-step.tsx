import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../card/card.tsx'
import type { Tone } from '../tone.ts'
import { OutcomeDrawing } from './outcome-drawing.tsx'
import styles from './page-step.module.css'

interface Props {
  title: string
  text?: ReactNode
  /** it is an outcome: words and answers stand in one card, below a drawing of how the cut went */
  tone?: Tone
  /** parts of a drawing of what was gained or is offered, in place of the cut of a success or a question */
  scene?: ReactNode
  /** it replaced another step and takes the focus */
  takesFocus?: boolean
  /** the facts and the answers */
  children?: ReactNode
}

/** A page of one decision, or its outcome. */
export function PageStep({ title, text, tone, scene, takesFocus, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const head = (
    <div className={styles.head}>
      <h1 ref={heading} tabIndex={takesFocus ? -1 : undefined}>
        {title}
      </h1>
      {text && <p>{text}</p>}
    </div>
  )
  const body = children && <div className={styles.body}>{children}</div>
  if (!tone)
    return (
      <>
        {head}
        <Card>{body}</Card>
      </>
    )
  return (
    <div className={styles.outcome} data-outcome>
      <Card>
        <OutcomeDrawing tone={tone} scene={scene} />
        {head}
        {body}
      </Card>
    </div>
  )
}
