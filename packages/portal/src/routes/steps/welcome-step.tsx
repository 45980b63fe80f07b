import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { Heading } from '../../features/login/heading.tsx'
import { Welcome } from '../../features/social/welcome.tsx'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { portalHref } from '../../lib/url/links.ts'
import { providerName } from '../../parts/social/provider-name.ts'
import { pendingStep } from '../../parts/social/social-flow-storage.ts'
import { Card } from '../../ui/card/card.tsx'
import { StepFrame } from '../frames/step-frame.tsx'

/** Step after a new account was created. `channel`: the provider, or `email`. */
export function WelcomeStep({ channel }: { channel: string }) {
  const language = useLanguage()
  const router = useRouter()
  const [leaving, setLeaving] = useState(false)
  const byEmail = channel === 'email'
  const brand = getPageContext().data.brand.name[language]
  function leave() {
    setLeaving(true)
    pendingStep.clear()
    void router.replace(portalHref('login'))
  }
  return (
    <StepFrame>
      <Heading title={m.social_welcome_title({ brand })}>
        {byEmail ? m.social_welcome_lead_email() : m.social_welcome_lead({ name: providerName(channel) })}
      </Heading>
      <Card>
        <Welcome byEmail={byEmail} pending={leaving} onContinue={leave} onTip={() => pendingStep.clear()} />
      </Card>
    </StepFrame>
  )
}
