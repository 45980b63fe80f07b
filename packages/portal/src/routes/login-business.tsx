import * as m from '@kerf/locales/messages'
import { useRouter } from '@tanstack/react-router'
import { BusinessLoginForm } from '../features/login/business-login-form.tsx'
import { Heading } from '../features/login/heading.tsx'
import { Line, Lines } from '../features/login/lines.tsx'
import { useLanguage } from '../lib/language.ts'
import { loginStep } from '../lib/login-step.ts'
import { useStore } from '../lib/store.ts'
import { Card } from '../ui/card/card.tsx'

export function LoginBusinessPage() {
  const Step = useStore(loginStep)
  return Step ? <Step /> : <LoginBusinessScreen />
}

function LoginBusinessScreen() {
  useLanguage()
  const router = useRouter()
  return (
    <>
      <Heading title={m.login_business_title()}>{m.login_business_lead()}</Heading>
      <Card>
        <BusinessLoginForm onSignedIn={() => router.invalidate()} />
      </Card>
      <Lines>
        <Line text={m.login_is_personal({ link: '{link}' })} to="login" label={m.login_personal_name()} />
      </Lines>
    </>
  )
}
