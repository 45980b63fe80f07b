import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../../ui/card/card.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icon/icons.tsx'
import styles from './not-me.module.css'

interface MailLinkCardProps {
  tone: 'danger' | 'success' | 'warning'
  title: string
  text: string
  /** it replaced another card and takes the focus */
  takesFocus?: boolean
  children?: ReactNode
}

/** The card of a page that an emailed link opens. */
export function MailLinkCard({ tone, title, text, takesFocus, children }: MailLinkCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Card>
      <span className={styles.mark} data-tone={tone}>
        {tone === 'success' ? <CheckIcon /> : <AlertIcon />}
      </span>
      <h1 ref={heading} tabIndex={takesFocus ? -1 : undefined} className={styles.title}>
        {title}
      </h1>
      <p>{text}</p>
      {children}
    </Card>
  )
}
