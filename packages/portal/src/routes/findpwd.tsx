import * as m from '@kerf/locales/messages'
import { FindPasswordForm } from '../features/login/find-password-form.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { useLocation, useRouter } from '../lib/router/router-view.tsx'
import { portalHref } from '../lib/url/links.ts'
import { toast } from '../ui/toast/toast.ts'

export function FindPasswordPage() {
  useLanguage()
  const router = useRouter()
  const business = isForAccount(useLocation().search)
  const login = business ? 'login-business' : 'login'
  return (
    <FindPasswordForm
      key={login}
      business={business}
      onSignedIn={async () => {
        await router.replace(portalHref(login))
        toast(m.findpwd_done(), 'success')
      }}
    />
  )
}

const isForAccount = (search: string) => new URLSearchParams(search).get('account') === '1'
