import * as m from '@kerf/locales/messages'
import { useEffect } from 'react'
import { getLanguage } from './language.ts'
import { getPageContext } from './page-context.ts'

export const documentTitle = (name: string): string =>
  m.app_title({ page: name, brand: getPageContext().data.brand.name[getLanguage()] })

/** The document's title while a screen is shown; it follows the language. */
export function useDocumentTitle(name: string): void {
  useEffect(() => {
    document.title = documentTitle(name)
  }, [name])
}
