import type { AnyErrorName } from '@kerf/contract/errors'
import { FailedNotice } from '../../features/social/failed-notice.tsx'
import { useLanguage } from '../../lib/page/language.ts'
import { StepFrame } from '../frames/step-frame.tsx'
import { LoginScreen } from '../login.tsx'

/** Login page with the reason why the last social sign-in failed. */
export function FailedStep({ channel, error }: { channel: string; error: AnyErrorName }) {
  useLanguage()
  return (
    <StepFrame>
      <LoginScreen notice={<FailedNotice channel={channel} error={error} />} />
    </StepFrame>
  )
}
