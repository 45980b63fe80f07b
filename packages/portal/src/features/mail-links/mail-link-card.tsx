import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../../ui/card/card.tsx'
import { AlertIcon, CheckIcon, InfoIcon } from '../../ui/icon/icons.tsx'
import type { Tone } from '../../ui/tone.ts'
import styles from './mail-link.module.css'

interface MailLinkCardProps {
  tone: Tone
  title: string
  text: string
  /** it replaced another card and takes the focus */
  takesFocus?: boolean
  children?: ReactNode
}

/** The card of a page that an emailed link opens. */
export function MailLinkCard({ tone, title, text, takesFocus, children }: MailLinkCardProps) {
  const Icon = tone === 'info' ? InfoIcon : tone === 'success' ? CheckIcon : AlertIcon
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Card>
      <span className={styles.mark} data-tone={tone}>
        <Icon />
      </span>
      <h1 ref={heading} tabIndex={takesFocus ? -1 : undefined} className={styles.title}>
        {title}
      </h1>
      <p>{text}</p>
      {children}
    </Card>
  )
}
