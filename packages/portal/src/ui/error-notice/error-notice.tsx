import { Notice } from '../notice/notice.tsx'

export interface NoticeError {
  /** undefined: nothing is to be said */
  readonly text: (() => string) | undefined
  /** `field`: it stands beside its field already */
  readonly action: string
}

/** What was refused, above the button. */
export function ErrorNotice({ error }: { error: NoticeError | undefined }) {
  if (!error?.text || error.action === 'field') return null
  return (
    <Notice tone="danger" role="alert">
      {error.text()}
    </Notice>
  )
}
