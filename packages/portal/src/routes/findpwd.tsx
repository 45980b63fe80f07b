import * as m from '@kerf/locales/messages'
import { BackLink } from '../features/login/back-link.tsx'
import { FindPasswordForm } from '../features/login/find-password-form.tsx'
import { Heading } from '../features/login/heading.tsx'
import { useLanguage } from '../lib/language.ts'
import { portalHref } from '../lib/links.ts'
import { useLocation, useRouter } from '../lib/router/router-view.tsx'
import { Card } from '../ui/card/card.tsx'
import { toast } from '../ui/toast/toast.ts'
import { VerificationCodeField } from './verification-code-field.tsx'

export function FindPasswordPage() {
  useLanguage()
  const router = useRouter()
  const business = isForAccount(useLocation().search)
  const login = business ? 'login-business' : 'login'
  return (
    <>
      <BackLink to={login}>{m.findpwd_back()}</BackLink>
      <Heading title={m.findpwd_title()}>{business ? m.findpwd_lead_business() : m.findpwd_lead()}</Heading>
      <Card>
        <FindPasswordForm
          key={login}
          business={business}
          verificationCodeField={VerificationCodeField}
          onSignedIn={async () => {
            await router.replace(portalHref(login))
            toast(m.findpwd_done(), 'success')
          }}
        />
      </Card>
    </>
  )
}

const isForAccount = (search: string) => new URLSearchParams(search).get('account') === '1'
