/** Which pictures there are: every screen and state, on every device, in both languages and themes; brands besides. */
import { LANGUAGES, type Language } from '@kerf/contract/language'
import type { BrowserContextOptions } from '@playwright/test'
import { type Bring, SCREENS, type Screen } from '../screens/screens.ts'

export type Theme = 'light' | 'dark'

const touch = { isMobile: true, hasTouch: true }

export const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 390, height: 844 }, ...touch },
  tablet: { viewport: { width: 820, height: 1180 }, ...touch },
  desktop: { viewport: { width: 1440, height: 900 } },
}

/** Brands with a look of their own; the pictures without a brand show the family's. */
const BRANDS = ['customthings', 'designfind', 'atomm']

export interface Shot {
  readonly screen: Screen
  readonly state: string
  readonly bring: Bring
  readonly device: string
  readonly language: Language
  readonly theme: Theme
  /** '' for the portal itself */
  readonly brand: string
  readonly file: string
}

export interface Wish {
  readonly names: readonly string[]
  readonly device?: string
  readonly language?: string
  readonly theme?: string
}

export function planGallery({ names, device, language, theme }: Wish): Shot[] {
  const wanted = SCREENS.filter(({ name }) => names.length === 0 || names.some(part => name.includes(part)))
  const all = wanted.flatMap(screen =>
    looks(screen).flatMap(({ state, bring, brand }) =>
      Object.keys(DEVICES).flatMap(device =>
        LANGUAGES.flatMap(language =>
          (['light', 'dark'] as const).map(theme => {
            const name = [screen.name, state, brand].filter(Boolean).join('.')
            const file = `${name}.${device}.${language}.${theme}.png`
            return { screen, state, bring, brand, device, language, theme, file }
          }),
        ),
      ),
    ),
  )
  return all.filter(
    shot =>
      (!device || shot.device === device) &&
      (!language || shot.language === language) &&
      (!theme || shot.theme === theme),
  )
}

function looks(screen: Screen): { state: string; bring: Bring; brand: string }[] {
  const opened = { state: 'opened', bring: async () => {} }
  const states = Object.entries(screen.states).map(([state, bring]) => ({ state, bring, brand: '' }))
  const brands = screen.viewer === 'visitor' ? BRANDS.map(brand => ({ ...opened, brand })) : []
  return [{ ...opened, brand: '' }, ...states, ...brands]
}
