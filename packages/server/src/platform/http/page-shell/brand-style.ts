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
] as const

export function createBrandStyle({ code, colors }: Brand, files: LoadedBrandFiles): BrandStyle {
  const { light, dark } = colors
  const color = (value: string) => {
    if (!COLOR.test(value)) throw new Error(`brand ${code}: ${JSON.stringify(value)} is not a color`)
    return value
  }
  const tokens = PROPERTIES.map(
    ([name, property]) => `${property}:light-dark(${color(light[name])},${color(dark[name])});`,
  ).join('')
  // `light-dark()` accepts colors only, so the logo needs a media query and a selector for each theme.
  const logo = `--brand-logo:url(${files.logo.address})`
  const logoDark = `--brand-logo:url(${files.logoDark.address})`
  const css =
    `:root{${tokens}${logo}}` +
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${logoDark}}}` +
    `:root[data-theme=dark]{${logoDark}}`
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
