import { app_other_language } from '@kerf/locales/messages'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { useLocation, useRouter } from '../../lib/router/router-view.tsx'
import { pathWithoutLanguage, switchLanguage } from '../../lib/url/switch-language.ts'

/** A link to the current page in the other language. */
export function LanguageLink() {
  const other = useLanguage() === 'en' ? 'zh' : 'en'
  const { history } = useRouter()
  const path = pathWithoutLanguage(useLocation().pathname)
  return (
    <a
      href={`/${other}${path}${getPageContext().query}`}
      lang={other}
      onClick={event => {
        event.preventDefault()
        switchLanguage(history, other)
      }}
    >
      {app_other_language()}
    </a>
  )
}
