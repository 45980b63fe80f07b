import type { AnyErrorName } from '@kerf/contract/errors'
import { useEffect } from 'react'
import { FailedNotice } from '../../features/social/failed-notice.tsx'
import { focusFirstField } from '../../lib/form/use-first-focus.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { StepFrame } from '../frames/step-frame.tsx'
import { LoginScreen } from '../login.tsx'

/** Login page with the reason why the last social sign-in failed. */
export function FailedStep({ channel, error }: { channel: string; error: AnyErrorName }) {
  useLanguage()
  // After the frame has taken the focus. The reason is an alert, which is spoken anyway.
  useEffect(() => focusFirstField('email'), [])
  return (
    <StepFrame>
      <LoginScreen notice={<FailedNotice channel={channel} error={error} />} />
    </StepFrame>
  )
}
