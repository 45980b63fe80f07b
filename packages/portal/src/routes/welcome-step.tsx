import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { Heading } from '../features/login/heading.tsx'
import { pendingStep } from '../features/social/social-flow-storage.ts'
import { Welcome } from '../features/social/welcome.tsx'
import { useLanguage } from '../lib/language.ts'
import { portalHref } from '../lib/links.ts'
import { getPageContext } from '../lib/page-context.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { Card } from '../ui/card/card.tsx'
import { providerName } from '../ui/provider-mark/provider-name.ts'
import { StepFrame } from './step-frame.tsx'

/** Step after a social sign-in created a new account. */
export function WelcomeStep({ channel }: { channel: string }) {
  const language = useLanguage()
  const router = useRouter()
  const [leaving, setLeaving] = useState(false)
  const brand = getPageContext().data.brand.name[language]
  function leave() {
    setLeaving(true)
    pendingStep.clear()
    void router.replace(portalHref('login'))
  }
  return (
    <StepFrame>
      <Heading title={m.social_welcome_title({ brand })}>
        {m.social_welcome_lead({ name: providerName(channel) })}
      </Heading>
      <Card>
        <Welcome pending={leaving} onContinue={leave} />
      </Card>
    </StepFrame>
  )
}
