import * as m from '@kerf/locales/messages'
import { useEffect } from 'react'
import { getLanguage } from './language.ts'
import { getPageContext } from './page-context.ts'

/** The title of the document for a page of this name: it adds the brand. */
export const documentTitle = (name: string): string =>
  m.app_title({ page: name, brand: getPageContext().data.brand.name[getLanguage()] })

/** Sets the title of the document while a page is mounted. `name` is a text, so the title follows the language. */
export function useDocumentTitle(name: string): void {
  useEffect(() => {
    document.title = documentTitle(name)
  }, [name])
}
