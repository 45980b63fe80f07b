/** The result of the self-test as a code that can be read out to support: see docs/embedding.md. */
import { PASSPORT_VERSION } from '@kerf/contract/limits'

export interface Report {
  readonly way: 'none' | 'frame' | 'window' | 'native'
  readonly cookies: boolean
  readonly storage: boolean
  readonly online: boolean
  readonly system: string
  readonly av: string | undefined
}

const LETTERS = { none: 'T', frame: 'F', window: 'W', native: 'N' } as const

/**
 * `KT-F-CsO-pc-2.1.0-1.11.19`: embedded in a frame, cookies, no storage, online, system, app version, portal version.
 * A capital letter means yes.
 */
export function reportCode({ way, cookies, storage, online, system, av }: Report): string {
  const letter = (name: string, yes: boolean) => (yes ? name.toUpperCase() : name)
  const abilities = letter('c', cookies) + letter('s', storage) + letter('o', online)
  return ['KT', LETTERS[way], abilities, system, av ?? '0', PASSPORT_VERSION].join('-')
}
