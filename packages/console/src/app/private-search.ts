/**
 * Keeps typed texts out of the address bar, the browser's history and logs (S-175): they may be an email or IP address, a code or a serial number.
 * The address has a reference to the session storage of the tab instead. Ids stand in it as they are, so that a colleague can open the link.
 */
import { readTabStorage, removeFromTabStorage, writeTabStorage } from '@kerf/portal/console-ui'
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'

const PRIVATE = ['q', 'who', 'machine', 'network']
const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|m_[\w-]{22})$/
const REFERENCE = /^typed-(\d{1,4})$/
const STORAGE_KEY = 'console.typed'

/** In memory too, because searches must work where the browser blocks storage. They are then lost on a reload. */
let texts: readonly string[] = JSON.parse(readTabStorage(STORAGE_KEY) ?? '[]')

/** The same text has the same reference, because the router compares addresses. */
function referTo(text: string): string {
  if (!texts.includes(text)) {
    texts = [...texts, text]
    writeTabStorage(STORAGE_KEY, JSON.stringify(texts))
  }
  return `typed-${texts.indexOf(text)}`
}

/** Undefined in another tab, and after a logout. */
function textOf(value: string): string | undefined {
  const [, index] = REFERENCE.exec(value) ?? []
  return index === undefined ? value : texts[Number(index)]
}

const mapPrivate = (search: Record<string, unknown>, map: (text: string) => string | undefined) =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) =>
      PRIVATE.includes(name) && value !== undefined && value !== ''
        ? [name, map(String(value))]
        : [name, value],
    ),
  )

export const parseSearch = (address: string): Record<string, unknown> =>
  mapPrivate(defaultParseSearch(address), textOf)

export const stringifySearch = (search: Record<string, unknown>): string =>
  defaultStringifySearch(mapPrivate(search, text => (ID.test(text) ? text : referTo(text))))

/** For a link that somebody wrote by hand. Call it before the router reads the address. */
export function hideTypedTexts(): void {
  const { pathname, search, hash } = location
  if (search !== '')
    history.replaceState(history.state, '', pathname + stringifySearch(parseSearch(search)) + hash)
}

/** After a logout the next operator of the browser reads none of them. */
export function forgetTypedTexts(): void {
  texts = []
  removeFromTabStorage(STORAGE_KEY)
}
