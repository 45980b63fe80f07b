import { unbroken } from '@kerf/contract/page-template'
import { isEmbedded } from '@kerf/contract/portal-url'
import * as m from '@kerf/locales/messages'
import { RegisterForm } from '../features/login/sign-up/register-form.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { useRouter } from '../lib/router/router-view.tsx'
import { portalHref } from '../lib/url/links.ts'
import { acceptedReturnUrl } from '../lib/url/return-url.ts'
import { pendingStep } from '../parts/social/social-flow-storage.ts'

export function RegisterPage() {
  const language = useLanguage()
  const router = useRouter()
  const { brand } = getPageContext().data
  const title = brand.registerTitle?.[language] ?? m.register_title({ brand: unbroken(brand.name[language]) })
  return <RegisterForm title={title} onSignedIn={() => router.replace(afterSignUp())} />
}

/** The welcome, unless an app waits for the person: it gets them back at once. */
function afterSignUp(): string {
  if (acceptedReturnUrl() !== undefined || isEmbedded(getPageContext().url)) return portalHref('login')
  pendingStep.set({ kind: 'welcome', channel: 'email' })
  return portalHref('login', 'step=welcome')
}
