import * as m from '@kerf/locales/messages'
import { useRouter } from '@tanstack/react-router'
import { Heading } from '../features/login/heading.tsx'
import { PageLink, PageLinks } from '../features/login/page-links.tsx'
import { RegisterForm } from '../features/login/register-form.tsx'
import { useLanguage } from '../lib/language.ts'
import { hrefTo } from '../lib/links.ts'
import { page } from '../lib/page.ts'
import { Card } from '../ui/card/card.tsx'
import { CodePart } from './code-part.tsx'
import { loadSocial } from './load-social.ts'

export function RegisterPage() {
  const language = useLanguage()
  const router = useRouter()
  const { brand } = page().data
  const title = brand.registerTitle?.[language] ?? m.register_title({ brand: brand.name[language] })
  return (
    <>
      <Heading title={title} name={m.register_name()}>
        {m.register_lead()}
      </Heading>
      <Card>
        <RegisterForm
          codePart={CodePart}
          loadSocial={loadSocial}
          onSignedIn={() => router.navigate({ href: hrefTo('login'), replace: true })}
        />
      </Card>
      <PageLinks>
        <PageLink
          text={m.register_has_account({ link: '{link}' })}
          to="login"
          label={m.login_title()}
          isSwitch
        />
      </PageLinks>
    </>
  )
}
