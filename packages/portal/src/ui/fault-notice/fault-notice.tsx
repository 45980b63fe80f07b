import { Notice } from '../notice/notice.tsx'

export interface Fault {
  /** undefined: nothing is to be said */
  readonly text: (() => string) | undefined
  /** `field`: it stands beside its field already */
  readonly action: string
}

/** What was refused, above the button. */
export function FaultNotice({ fault }: { fault: Fault | undefined }) {
  if (!fault?.text || fault.action === 'field') return null
  return (
    <Notice tone="danger" role="alert">
      {fault.text()}
    </Notice>
  )
}
