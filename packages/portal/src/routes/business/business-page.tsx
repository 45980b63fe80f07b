import * as m from '@kerf/locales/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { DefaultPasswordAlert } from '../../features/default-password/default-password-alert.tsx'
import { isPasswordChangePostponed, storePostponement } from '../../features/default-password/postponement.ts'
import { FirstPasswordForm } from '../../features/password/change-password.tsx'
import { sessionLogQuery } from '../../features/sessions/session-log-query.ts'
import { errorNameOf } from '../../lib/api/error-name.ts'
import { focusMain } from '../../lib/page/focus-main.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { forgetTypedPassword } from '../../lib/session/typed-password.ts'
import { toast } from '../../ui/toast/toast.ts'

const REFUSED = 'authority'

/** What a page of an enterprise account shows. An alert stands in its place while the account has its default password. */
export function BehindPasswordAlert({ info, children }: { info: FullInfo; children: ReactNode }) {
  const [postponed, setPostponed] = useState(isPasswordChangePostponed)
  // The server refuses the session log once the default password can no longer be postponed.
  const { error } = useInfiniteQuery({
    ...sessionLogQuery(),
    enabled: info.defaultPassword && postponed,
  })
  const mustChangeNow = errorNameOf(error) === REFUSED
  const alerted = info.defaultPassword && (mustChangeNow || !postponed)
  const [wasAlerted, setWasAlerted] = useState(alerted)
  useEffect(() => {
    if (alerted) return setWasAlerted(true)
    forgetTypedPassword()
    // The focused element was part of the alert.
    if (wasAlerted) focusMain()
    setWasAlerted(false)
  }, [alerted, wasAlerted])
  if (!alerted) return children
  return (
    <DefaultPasswordAlert mustChangeNow={mustChangeNow} onPostponed={() => setPostponed(true)}>
      <FirstPasswordForm
        account={info.enterpriseUser?.uid ?? ''}
        onChanged={() => {
          storePostponement(false)
          toast(m.default_password_done(), 'success')
        }}
      />
    </DefaultPasswordAlert>
  )
}
