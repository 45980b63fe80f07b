import * as m from '@kerf/locales/messages'
import { activeLoginStep } from '../features/login/active-login-step.ts'
import { BusinessLoginForm } from '../features/login/business-login-form.tsx'
import { Heading } from '../features/login/heading.tsx'
import { PageLink, PageLinks } from '../features/login/page-links.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { useStore } from '../lib/store.ts'
import { Card } from '../ui/card/card.tsx'
import { icon, path } from '../ui/icon/icon.tsx'

const CompanyIcon = /* @__PURE__ */ icon(
  path('M4 17V3.5h8V17M12 8h4v9M2.5 17h15M6.5 6.5h3M6.5 9.5h3M6.5 12.5h3'),
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
      <Heading title={m.login_business_title()} Icon={CompanyIcon}>
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
