import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { Button } from '../button/button.tsx'
import { CheckIcon, CopyIcon } from '../icon/icons.tsx'
import { toast } from '../toast/toast.ts'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'

interface CopyButtonProps {
  /** undefined while it loads */
  text: string | undefined
  /** completes the accessible name, as in "Copy user ID" */
  what: string
  /** shows the whole name instead of "Copy" */
  named?: boolean
  /** shown in place of `what` where the page already says which one */
  shownWhat?: string
  /** the main button of a dialog */
  isMain?: boolean
}

export function CopyButton(props: CopyButtonProps) {
  const { text, what, named = false, shownWhat = what, isMain = false } = props
  const [copied, setCopied] = useState(false)
  const shown = named ? m.ui_copy_what({ what: shownWhat }) : m.ui_copy()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, 2000, false)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    if (text === undefined) return
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast(m.ui_copy_failed(), 'warning')
    }
  }
  return (
    <>
      <VisuallyHidden role="status">{copied && m.ui_copied()}</VisuallyHidden>
      <Button
        variant={isMain ? 'primary' : 'quiet'}
        size={isMain ? 'medium' : 'small'}
        wide={isMain}
        aria-label={m.ui_copy_what({ what })}
        disabled={text === undefined}
        onClick={copy}
      >
        {copied ? <CheckIcon /> : <CopyIcon />}
        {copied ? m.ui_copied() : shown}
      </Button>
    </>
  )
}
