import * as m from '@kerf/locales/messages'
import { activeLoginStep } from '../features/login/active-login-step.ts'
import { BusinessLoginForm } from '../features/login/business-login-form.tsx'
import { Heading } from '../features/login/heading.tsx'
import { LostAccountId, PageLink, PageLinks } from '../features/login/page-links.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { useStore } from '../lib/store.ts'
import { Card } from '../ui/card/card.tsx'
import { Box, Drawing, Flat } from '../ui/drawing/drawing.tsx'

/** The house of a company. */
const CompanyDrawing = () => (
  <Drawing>
    <Flat of="shadow" on="top" at={[2, 2, 0]} d="M-18-16h38v30h-38z" />
    <Box of="body" at={[-18, -16, 0]} size={[20, 30, 34]} />
    <Flat of="accent" on="left" at={[-18, 14, 0]} d="M4 25h12v5H4zM4 16h12v5H4zM4 7h12v5H4z" />
    <Flat of="accent" on="right" at={[2, 0, 0]} d="M-12 25h22v5h-22z" />
    <Box of="wood" at={[2, -12, 0]} size={[18, 26, 18]} />
    <Flat of="dark" on="left" at={[2, 14, 0]} d="M6 0h6v11H6z" />
    <Flat of="accent" on="right" at={[20, 0, 0]} d="M-8 8h18v5h-18z" />
  </Drawing>
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
        <LostAccountId />
      </PageLinks>
    </>
  )
}
