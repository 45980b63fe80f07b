import * as m from '@kerf/locales/messages'
import { About } from '../features/about/about.tsx'
import { useLanguage } from '../lib/language.ts'
import { portalHref } from '../lib/links.ts'
import { getPageContext } from '../lib/page-context.ts'
import { QueryProvider } from '../lib/query-provider.tsx'
import { BarePage } from './bare-page.tsx'

export function LearnMorePage() {
  const language = useLanguage()
  const { brand } = getPageContext().data
  const name = brand.name[language]
  return (
    <BarePage title={m.about_title({ brand: name })}>
      <QueryProvider>
        <About
          brand={name}
          links={[
            { href: brand.helpUrl, name: m.about_help() },
            {
              href: `/announcement?l=${language}${getPageContext().appendedQuery}`,
              name: m.announcements_title(),
            },
            { href: portalHref('terms'), name: m.app_terms_title() },
            { href: portalHref('privacy'), name: m.app_privacy_title() },
            { href: portalHref('login'), name: m.about_login() },
          ]}
        />
      </QueryProvider>
    </BarePage>
  )
}
