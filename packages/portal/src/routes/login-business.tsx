import * as m from '@kerf/locales/messages'
import { activeLoginStep } from '../features/login/active-login-step.ts'
import { BusinessLoginForm } from '../features/login/business-login-form.tsx'
import { Heading } from '../features/login/heading.tsx'
import { PageLink, PageLinks } from '../features/login/page-links.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { useStore } from '../lib/store.ts'
import { Card } from '../ui/card/card.tsx'
import { Drawing } from '../ui/drawing/drawing.tsx'

/** The house of a company. */
const CompanyDrawing = () => (
  <Drawing
    body="M18 66V18h26v48ZM44 66V34h18v32Z"
    line="M25 27h4M33 27h4M25 36h4M33 36h4M25 45h4M33 45h4M28 66V55h6v11M51 43h4M51 52h4"
    beam="M10 66h60"
  />
)

export function LoginBusinessPage() {
  const Step = useStore(activeLoginStep)
  return Step ? <Step /> : <LoginBusinessScreen />
}

function LoginBusinessScreen() {
  useLanguage()
  const router = useRouter()
  return (
    <>
      <Heading title={m.login_business_title()} Icon={CompanyDrawing}>
        {m.login_business_lead()}
      </Heading>
      <Card>
        <BusinessLoginForm onSignedIn={() => router.invalidate()} />
      </Card>
      <PageLinks>
        <PageLink text={m.login_is_personal({ link: '{link}' })} to="login" label={m.login_personal_name()} />
      </PageLinks>
    </>
  )
}
