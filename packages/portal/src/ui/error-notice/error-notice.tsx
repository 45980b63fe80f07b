import { Notice } from '../notice/notice.tsx'

export interface NoticeError {
  /** undefined: nothing is shown */
  readonly text: (() => string) | undefined
  /** `field`: already shown beside its field */
  readonly action: string
}

/** The error of a form, shown above its button. */
export function ErrorNotice({ error }: { error: NoticeError | undefined }) {
  if (!error?.text || error.action === 'field') return null
  return (
    <Notice tone="danger" role="alert">
      {error.text()}
    </Notice>
  )
}
