import * as m from '@kerf/locales/messages'
import { activeLoginStep } from '../features/login/active-login-step.ts'
import { BusinessLoginForm } from '../features/login/business-login-form.tsx'
import { CompanyDrawing } from '../features/login/company-drawing.tsx'
import { Heading } from '../features/login/heading.tsx'
import { HelpLine, PageLink, PageLinks } from '../features/login/page-links.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { useStore } from '../lib/store.ts'
import { Card } from '../ui/card/card.tsx'

export function LoginBusinessPage() {
  const Step = useStore(activeLoginStep)
  return Step ? <Step /> : <LoginBusinessScreen />
}

function LoginBusinessScreen() {
  useLanguage()
  const router = useRouter()
  return (
    <>
      <Heading title={m.login_business_title()} picture={<CompanyDrawing />}>
        {m.login_business_lead()}
      </Heading>
      <Card>
        <BusinessLoginForm onSignedIn={() => router.invalidate()} />
      </Card>
      <PageLinks>
        <PageLink text={m.login_is_personal({ link: '{link}' })} to="login" label={m.login_personal_name()} />
        <HelpLine text={m.login_business_help({ link: '{link}' })} />
      </PageLinks>
    </>
  )
}
