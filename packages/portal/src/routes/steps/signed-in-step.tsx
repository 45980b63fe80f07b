import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { Person, personOf } from '../../features/authorization/person.tsx'
import { useSignOut } from '../../features/sign-out/use-sign-out.ts'
import { callHost, getHostKind, postToHost } from '../../lib/bridge/host.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { account, homePage } from '../../lib/session/account.ts'
import { useStore } from '../../lib/store.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import { StepFrame } from '../frames/step-frame.tsx'
import styles from './signed-in-step.module.css'

/**
 * Step for an embedded login page whose person is signed in. The host decides what follows, so the page shows the account
 * and not a form.
 */
export function SignedInStep() {
  const language = useLanguage()
  const router = useRouter()
  const info = useStore(account)?.info
  useDocumentTitle(m.host_signed_in_title())
  // A host may ignore the request: the text then says what the person can do.
  const [hasAsked, setHasAsked] = useState(false)
  const { signingOut, signOut } = useSignOut(() => void router.invalidate())
  if (!info) return null
  const app = callingApp()?.[language]
  const lead = app ? m.host_signed_in_lead_app({ app }) : m.host_signed_in_lead()
  return (
    <StepFrame>
      <PageStep
        tone="success"
        title={m.host_signed_in_title()}
        text={hasAsked ? m.host_signed_in_stay() : lead}
      >
        <Person {...personOf(info)} />
        <div className={styles.actions}>
          <Button
            wide
            onClick={() => {
              setHasAsked(true)
              void closeView()
            }}
          >
            {app ? m.host_signed_in_continue_app({ app }) : m.host_signed_in_continue()}
          </Button>
          <ButtonLink variant="secondary" wide href={portalHref(homePage(info))}>
            {m.host_signed_in_profile()}
          </ButtonLink>
          <Button variant="plain" wide pending={signingOut} onClick={() => void signOut()}>
            {m.host_signed_in_out()}
          </Button>
        </div>
      </PageStep>
    </StepFrame>
  )
}

/** Name of the app that opened the page; undefined if the address names none that is known. */
function callingApp() {
  const { data, url } = getPageContext()
  return data.app.code === url.p ? (data.app.name ?? data.brand.name) : undefined
}

/** Leaves the portal: an app closes its web view, a host page removes the frame, a window closes itself. */
async function closeView(): Promise<void> {
  postToHost({ type: 'close' })
  const kind = getHostKind()
  if (kind === 'native') await callHost('view.close', {})
  if (kind === 'window') window.close()
}
