import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { keepFocusInRegion } from '../../lib/page/use-focus-fallback.ts'
import { Button } from '../button/button.tsx'
import { RetryIcon } from '../icon/icons.tsx'
import { Notice } from '../notice/notice.tsx'
import styles from './load-error.module.css'

interface Props {
  error: {
    readonly text: (() => string) | undefined
    /** what to do; only below a picture, which has room for it */
    readonly advice?: () => string
  }
  onRetry(): void
  /** A drawing: text and button are centered below it, as in an empty page. */
  picture?: ReactNode
  /** text and button are beside the drawing, as in a row of the list that failed */
  isRow?: boolean | undefined
}

/** Shown instead of content that failed to load, with a retry. */
export function LoadError({ error, onRetry, picture, isRow = false }: Props) {
  const retry = (
    <Button ref={keepFocusInRegion} variant="secondary" size="small" onClick={onRetry}>
      <RetryIcon />
      {m.ui_retry()}
    </Button>
  )
  if (picture)
    return (
      <div role="alert" className={isRow ? styles.row : styles.centered}>
        {picture}
        <div className={styles.words}>
          <strong>{error.text?.()}</strong>
          {error.advice && <p>{error.advice()}</p>}
        </div>
        {retry}
      </div>
    )
  return (
    <Notice tone="danger" role="alert">
      <div className={styles.error}>
        <span>{error.text?.()}</span>
        {retry}
      </div>
    </Notice>
  )
}
