/** The screenshots: every screen and state on its devices, in both languages and themes, and every brand. */
import { LANGUAGES, type Language } from '@kerf/contract/language'
import type { BrowserContextOptions } from '@playwright/test'
import { CONSOLE_SCREENS, type ConsoleScreen } from '../screens/console-screens.ts'
import { type EnterState, SCREENS, type Screen } from '../screens/screens.ts'

/** `contrast`: the forced colors of a high-contrast mode */
export type Theme = 'light' | 'dark' | 'contrast'

const touch = { isMobile: true, hasTouch: true }

/** A phone with text of 200 %. */
export const LARGE_TEXT_DEVICE = 'large-text'

export const DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  phone: { viewport: { width: 390, height: 844 }, ...touch },
  tablet: { viewport: { width: 820, height: 1180 }, ...touch },
  desktop: { viewport: { width: 1440, height: 900 } },
  [LARGE_TEXT_DEVICE]: { viewport: { width: 390, height: 844 }, ...touch },
}

/** Operators work at a desk or with a tablet. */
export const CONSOLE_DEVICES: Readonly<Record<string, BrowserContextOptions>> = {
  tablet: { viewport: { width: 820, height: 1180 }, ...touch },
  laptop: { viewport: { width: 1280, height: 800 } },
}

/** Brands with their own look. Screenshots without a brand show the default look. */
const BRANDS = ['customthings', 'designfind', 'atomm']

export interface Shot {
  /** screen, state and brand */
  readonly name: string
  readonly screen: Screen | ConsoleScreen
  readonly state: string
  readonly enterState: EnterState
  readonly device: string
  readonly language: Language
  readonly theme: Theme
  /** '' for the default brand */
  readonly brand: string
  readonly file: string
}

export interface GalleryFilter {
  /** parts of `name`; none: all shots */
  readonly names: readonly string[]
  readonly device?: string
  readonly language?: string
  readonly theme?: string
}

export function planGallery({ names, device, language, theme }: GalleryFilter): Shot[] {
  const all = [...SCREENS, ...CONSOLE_SCREENS].flatMap(screen =>
    variantsOf(screen).flatMap(({ state, enterState, brand }) =>
      Object.keys(devicesOf(screen)).flatMap(device =>
        LANGUAGES.flatMap(language =>
          themesOf(screen, device).map(theme => {
            const name = [screen.name, state, brand].filter(Boolean).join('.')
            const file = `${name}.${device}.${language}.${theme}.png`
            return { name, screen, state, enterState, brand, device, language, theme, file }
          }),
        ),
      ),
    ),
  )
  return all.filter(
    shot =>
      (names.length === 0 || names.some(part => shot.name.includes(part))) &&
      (!device || shot.device === device) &&
      (!language || shot.language === language) &&
      (!theme || shot.theme === theme),
  )
}

export const isOfConsole = (screen: Shot['screen']): screen is ConsoleScreen =>
  screen.viewer === 'operator' || screen.viewer === 'nobody'

export const devicesOf = (screen: Shot['screen']): typeof DEVICES =>
  isOfConsole(screen) ? CONSOLE_DEVICES : DEVICES

/** Size of the text and colors do not depend on each other. */
function themesOf(screen: Shot['screen'], device: string): readonly Theme[] {
  if (device === LARGE_TEXT_DEVICE) return ['light']
  return isOfConsole(screen) ? ['light', 'dark'] : ['light', 'dark', 'contrast']
}

function variantsOf(screen: Shot['screen']): { state: string; enterState: EnterState; brand: string }[] {
  const opened = { state: 'opened', enterState: async () => {} }
  const states = Object.entries(screen.states).map(([state, enterState]) => ({
    state,
    enterState,
    brand: '',
  }))
  const brands = screen.viewer === 'visitor' ? BRANDS.map(brand => ({ ...opened, brand })) : []
  return [{ ...opened, brand: '' }, ...states, ...brands]
}
