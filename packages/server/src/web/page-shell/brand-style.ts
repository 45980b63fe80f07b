/** Inline style with a brand's colors and logo, and the hash that the Content-Security-Policy allows it by. */
import { createHash } from 'node:crypto'
import type { Brand } from '@kerf/brands/brand'
import type { LoadedBrandFiles } from './brand-files.ts'

export interface BrandStyle {
  readonly css: string
  readonly hash: string
}

/** Rejects values that could end the style element or the rule, in case a brand file contains a mistake. */
const COLOR = /^[#\w(),.%/ -]+$/

const PROPERTIES = [
  ['accent', '--brand-accent'],
  ['accentHover', '--brand-accent-hover'],
  ['onAccent', '--brand-on-accent'],
  ['accentSoft', '--brand-accent-soft'],
  ['art', '--brand-art'],
] as const

const validColor = (code: string, value: string): string => {
  if (!COLOR.test(value)) throw new Error(`brand ${code}: ${JSON.stringify(value)} is not a color`)
  return value
}

export function createBrandStyle(brand: Brand, files: LoadedBrandFiles): BrandStyle {
  const { code, colors } = brand
  const { light, dark } = colors
  const tokens = PROPERTIES.map(
    ([name, property]) =>
      `${property}:light-dark(${validColor(code, light[name])},${validColor(code, dark[name])});`,
  ).join('')
  // `light-dark()` accepts colors only, so the logo needs a media query and a selector for each theme.
  return createStyle(tokens, '', files)
}

/** For browsers without `light-dark()`. */
export function createOldBrandStyle(brand: Brand, files: LoadedBrandFiles): BrandStyle {
  const { code, colors } = brand
  const tokens = (theme: Brand['colors']['light']) =>
    PROPERTIES.map(([name, property]) => `${property}:${validColor(code, theme[name])};`).join('')
  return createStyle(tokens(colors.light), tokens(colors.dark), files)
}

/** Each file is named once, because the style is part of every page. */
const logos = (light: LoadedBrandFiles['logo'], dark: LoadedBrandFiles['logo']): string =>
  `--logo:url(${light.address});--logo-dark:url(${dark.address});`

function createStyle(light: string, dark: string, files: LoadedBrandFiles): BrandStyle {
  const { logo, logoDark, logoZh, logoZhDark } = files
  const inDark = `{${dark}--brand-logo:var(--logo-dark)}`
  const css =
    `:root{${light}${logos(logo, logoDark)}--brand-logo:var(--logo)}` +
    `:root:lang(zh){${logos(logoZh, logoZhDark)}}` +
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light])${inDark}}:root[data-theme=dark]${inDark}`
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
