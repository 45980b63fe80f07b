import * as m from '@kerf/locales/messages'
import { useEffect } from 'react'
import { language } from './language.ts'
import { page } from './page.ts'

export const titled = (name: string): string =>
  m.app_title({ page: name, brand: page().data.brand.name[language()] })

/** The document's title while a screen is shown; it follows the language. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = titled(name)
  }, [name])
}
