import * as m from '@kerf/locales/messages'
import { requestLoginForm, setCurrentAccountAside } from '../../features/account-choice/account-choice.ts'
import { leaveFor } from '../../features/authorization/authorization-query.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'

/** Sets the present account aside and opens the login page, which offers the others as well and returns to this page. */
export async function goToOtherAccount(): Promise<void> {
  await setCurrentAccountAside()
  requestLoginForm()
  await leaveFor(portalHref('login', '', location.href))
}

interface Props {
  /** the page has no other way on */
  isMain?: boolean
  /** in place of `goToOtherAccount`: what the page needs when the person comes back is stored before */
  go?(): Promise<void>
}

export function OtherAccountButton({ isMain = false, go = goToOtherAccount }: Props) {
  const form = useForm<never>({ rules: {}, send: () => go() })
  return (
    <form {...form.props} aria-label={m.authorize_switch()}>
      <ErrorNotice error={form.submitError} />
      <Button
        type="submit"
        {...(isMain ? { wide: true } : ({ variant: 'quiet', size: 'small' } as const))}
        pending={form.pending}
      >
        {m.authorize_switch()}
      </Button>
    </form>
  )
}
