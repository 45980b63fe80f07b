import * as m from '@kerf/locales/messages'
import { About } from '../features/about/about.tsx'
import { useLanguage } from '../lib/language.ts'
import { hrefTo } from '../lib/links.ts'
import { page } from '../lib/page.ts'
import { BarePage } from './bare-page.tsx'

export function LearnMorePage() {
  const language = useLanguage()
  const { brand } = page().data
  const name = brand.name[language]
  return (
    <BarePage title={m.about_title({ brand: name })}>
      <About
        brand={name}
        links={[
          { href: brand.helpUrl, name: m.about_help() },
          { href: `/announcement?l=${language}${page().moreQuery}`, name: m.announcements_title() },
          { href: hrefTo('terms'), name: m.app_terms_title() },
          { href: hrefTo('privacy'), name: m.app_privacy_title() },
          { href: hrefTo('login'), name: m.about_login() },
        ]}
      />
    </BarePage>
  )
}
