import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../card/card.tsx'
import { AlertIcon, CheckIcon, InfoIcon } from '../icon/icons.tsx'
import type { Tone } from '../tone.ts'
import styles from './page-step.module.css'

const ICONS: Readonly<Record<Tone, typeof InfoIcon>> = {
  info: InfoIcon,
  success: CheckIcon,
  warning: AlertIcon,
  danger: AlertIcon,
}

interface Props {
  title: string
  text?: ReactNode
  /** a mark above the title */
  tone?: Tone
  /** in place of the mark of the tone */
  Icon?: ComponentType
  /** it replaced another step and takes the focus */
  takesFocus?: boolean
  /** content of the card below; none: the step has no card */
  children?: ReactNode
  /** the ways on, where they are all that there is: below the words, without a card */
  actions?: ReactNode
}

/** A page of one decision, or its outcome: what it is about, and below it a card with the facts and the answers. */
export function PageStep({
  title,
  text,
  tone,
  Icon = tone && ICONS[tone],
  takesFocus,
  children,
  actions,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <>
      <div className={styles.head}>
        {Icon && (
          <span className={styles.mark} data-tone={tone}>
            <Icon />
          </span>
        )}
        <h1 ref={heading} tabIndex={takesFocus ? -1 : undefined}>
          {title}
        </h1>
        {text && <p>{text}</p>}
      </div>
      {children && (
        <Card>
          <div className={styles.body}>{children}</div>
        </Card>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </>
  )
}
