import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { Welcome } from '../../features/social/welcome.tsx'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { account } from '../../lib/session/account.ts'
import { useStore } from '../../lib/store.ts'
import { portalHref } from '../../lib/url/links.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { pendingStep } from '../../parts/social/social-flow-storage.ts'
import { PageStep } from '../../ui/page-step/page-step.tsx'
import { StepFrame } from '../frames/step-frame.tsx'

/** Step after a new account was created. `channel`: the provider, or `email`. */
export function WelcomeStep({ channel }: { channel: string }) {
  const language = useLanguage()
  const router = useRouter()
  const email = useStore(account)?.info.email
  const [leaving, setLeaving] = useState(false)
  const byEmail = channel === 'email'
  const title = m.social_welcome_title({ brand: getPageContext().data.brand.name[language] })
  useDocumentTitle(title)
  function leave() {
    setLeaving(true)
    pendingStep.clear()
    void router.replace(portalHref('login'))
  }
  return (
    <StepFrame>
      <PageStep
        tone="success"
        title={title}
        text={
          <>
            {byEmail ? m.social_welcome_lead_email() : m.social_welcome_lead({ name: providerName(channel) })}
            {email && (
              <>
                <br />
                {m.social_welcome_email({ email })}
              </>
            )}
          </>
        }
      >
        <Welcome byEmail={byEmail} pending={leaving} onContinue={leave} onTip={() => pendingStep.clear()} />
      </PageStep>
    </StepFrame>
  )
}
