import * as m from '@kerf/locales/messages'
import type { ReactNode } from 'react'
import { activeLoginStep } from '../features/login/active-login-step.ts'
import { Heading } from '../features/login/heading.tsx'
import { LoginForm } from '../features/login/login-form.tsx'
import { PageLink, PageLinks } from '../features/login/page-links.tsx'
import { purposeOf } from '../features/login/purpose.ts'
import { requestedReturnUrl } from '../lib/form/form-draft.ts'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { useStore } from '../lib/store.ts'
import { Card } from '../ui/card/card.tsx'

export function LoginPage() {
  const Step = useStore(activeLoginStep)
  return Step ? <Step /> : <LoginScreen />
}

/** `notice`: why the person is here again. */
export function LoginScreen({ notice }: { notice?: ReactNode }) {
  const language = useLanguage()
  const router = useRouter()
  const { brand } = getPageContext().data
  const returnUrl = useStore(requestedReturnUrl, '')
  const purpose = returnUrl ? purposeOf(returnUrl, location.origin) : undefined
  return (
    <>
      <Heading title={m.login_title()} minor={!purpose}>
        {purpose?.() ?? brand.tagline[language]}
      </Heading>
      <Card>
        {notice}
        {/* The route guard of this page redirects a person who is signed in. */}
        <LoginForm onSignedIn={() => router.invalidate()} />
      </Card>
      <PageLinks>
        <PageLink text={m.login_new({ link: '{link}' })} to="register" label={m.register_name()} isSwitch />
        <PageLink
          text={m.login_is_business({ link: '{link}' })}
          to="login-business"
          label={m.login_business_name()}
        />
      </PageLinks>
    </>
  )
}
