import * as m from '@kerf/locales/messages'
import { BackLink } from '../features/login/back-link.tsx'
import { FindPasswordForm } from '../features/login/find-password-form.tsx'
import { Heading } from '../features/login/heading.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { useLocation, useRouter } from '../lib/router/router-view.tsx'
import { portalHref } from '../lib/url/links.ts'
import { Card } from '../ui/card/card.tsx'
import { toast } from '../ui/toast/toast.ts'

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
