import type { ComponentProps, ReactNode } from 'react'
import { AlertIcon, CheckIcon, InfoIcon } from '../icon/icons.tsx'
import type { Tone } from '../tone.ts'
import styles from './notice.module.css'

export interface NoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone?: Tone
  title?: ReactNode
}

/** A persistent message. Pass `role="alert"` where it appears in response to an action. */
export function Notice({ tone = 'info', title, children, className: _, ...native }: NoticeProps) {
  const Icon = tone === 'info' ? InfoIcon : tone === 'success' ? CheckIcon : AlertIcon
  return (
    <div {...native} className={styles.notice} data-tone={tone}>
      <Icon />
      <div>
        {title && <strong className={styles.title}>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
