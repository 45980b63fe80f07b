import type { Language } from '@kerf/contract/language'
import { app_other_language } from '@kerf/locales/messages'
import { type RouterHistory, useRouter, useRouterState } from '@tanstack/react-router'
import { useLanguage } from './language.ts'
import { getPageContext } from './page-context.ts'

const withoutLanguage = (path: string) => path.slice('/en'.length)

/** The same address in another language: path and query stay. */
export function switchLanguage(history: RouterHistory, next: Language): void {
  const { pathname, search, hash } = history.location
  history.push(`/${next}${withoutLanguage(pathname)}${search}${hash}`)
}

export function LanguageLink() {
  const other = useLanguage() === 'en' ? 'zh' : 'en'
  const { history } = useRouter()
  const path = useRouterState({ select: state => withoutLanguage(state.location.pathname) })
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
