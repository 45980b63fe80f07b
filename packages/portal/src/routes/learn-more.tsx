import * as m from '@kerf/locales/messages'
import { About, type AboutMachine } from '../features/about/about.tsx'
import { kindName, machineScene } from '../features/machines/machine-picture.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import { getCurrentToken } from '../lib/token/token.ts'
import { portalHref } from '../lib/url/links.ts'
import { HelpLink } from '../ui/help-link/help-link.tsx'
import styles from './frames/bare-page.module.css'
import { BarePage } from './frames/bare-page.tsx'

const machines = (): readonly AboutMachine[] =>
  ['laser', 'printer', 'welder'].map(line => ({ name: kindName(line), scene: machineScene(line) }))

export function LearnMorePage() {
  const language = useLanguage()
  const { brand } = getPageContext().data
  const name = brand.name[language]
  const isSignedIn = getCurrentToken() !== undefined
  return (
    <BarePage
      title={m.about_title({ brand: name })}
      lead={m.about_what_text({ brand: name, tagline: brand.tagline[language] })}
      aside={
        <>
          <HelpLink className={styles.further}>{m.login_help()}</HelpLink>
          {/* The login page leads on to the account of the person who is signed in. */}
          <a href={portalHref('login')}>{isSignedIn ? m.about_account() : m.about_login()}</a>
        </>
      }
    >
      <QueryProvider>
        <About brand={name} machines={brand.training === false ? [] : machines()} />
      </QueryProvider>
    </BarePage>
  )
}
