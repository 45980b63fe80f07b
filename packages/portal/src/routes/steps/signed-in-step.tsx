import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { Person, personOf } from '../../features/authorization/person.tsx'
import { useSignOut } from '../../features/sign-out/use-sign-out.ts'
import { callHost, getHostKind, postToHost } from '../../lib/bridge/host.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { account, isEnterprise } from '../../lib/session/account.ts'
import { useStore } from '../../lib/store.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import { StepFrame } from '../frames/step-frame.tsx'
import styles from './signed-in-step.module.css'

/** A host that closes the page does so at once. One that is still there then leaves it to the person. */
const RETURN_WAIT_MS = 2_500

/**
 * Step for an embedded login page whose person is signed in. The host decides what follows, so the page shows the account
 * and not a form.
 */
export function SignedInStep() {
  const language = useLanguage()
  const router = useRouter()
  const info = useStore(account)?.info
  useDocumentTitle(m.host_signed_in_title())
  const { signingOut, signOut } = useSignOut(() => void router.invalidate())
  const brand = getPageContext().data.brand.name[language]
  const [isReturning, setReturning] = useState(true)
  useEffect(() => {
    const timer = setTimeout(setReturning, RETURN_WAIT_MS, false)
    return () => clearTimeout(timer)
  }, [])
  if (!info) return null
  return (
    <StepFrame>
      <PageStep
        tone="success"
        isPending={isReturning}
        title={m.host_signed_in_title()}
        text={isReturning ? m.host_signed_in_lead({ brand }) : m.host_signed_in_stay({ brand })}
      >
        <Person {...personOf(info)} />
        {!isReturning && (
          <div className={styles.actions}>
            <Button wide onClick={() => void closeView()}>
              {m.host_signed_in_close()}
            </Button>
            <ButtonLink
              variant="secondary"
              wide
              href={portalHref(isEnterprise(info) ? 'profile-business/settings' : 'profile')}
            >
              {m.host_signed_in_profile()}
            </ButtonLink>
            <Button variant="quiet" wide pending={signingOut} onClick={() => void signOut()}>
              {m.host_signed_in_out()}
            </Button>
          </div>
        )}
      </PageStep>
    </StepFrame>
  )
}

/** Leaves the portal: an app closes its web view, a host page removes the frame, a window closes itself. */
async function closeView(): Promise<void> {
  postToHost({ type: 'close' })
  const kind = getHostKind()
  if (kind === 'native') await callHost('view.close', {})
  if (kind === 'window') window.close()
}
