/** A brand's colors and logo as custom properties, with the hash that lets the policy allow them. */
import { createHash } from 'node:crypto'
import type { Brand } from '@kerf/brands/brand'
import type { FilesOfBrand } from './brand-files.ts'

export interface BrandStyle {
  readonly css: string
  readonly hash: string
}

/** A brand's file is ours, but a slip in it must not end the style element or the rule. */
const COLOR = /^[#\w(),.%/ -]+$/

const PROPERTIES = [
  ['accent', '--brand-accent'],
  ['accentHover', '--brand-accent-hover'],
  ['onAccent', '--brand-on-accent'],
  ['accentSoft', '--brand-accent-soft'],
] as const

export function makeBrandStyle({ code, colors }: Brand, files: FilesOfBrand): BrandStyle {
  const { light, dark } = colors
  const color = (value: string) => {
    if (!COLOR.test(value)) throw new Error(`brand ${code}: ${JSON.stringify(value)} is not a color`)
    return value
  }
  const tokens = PROPERTIES.map(
    ([name, property]) => `${property}:light-dark(${color(light[name])},${color(dark[name])});`,
  ).join('')
  // `light-dark()` chooses between colors only; a picture needs the conditions written out.
  const logo = `--brand-logo:url(${files.logo.address})`
  const logoDark = `--brand-logo:url(${files.logoDark.address})`
  const css =
    `:root{${tokens}${logo}}` +
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${logoDark}}}` +
    `:root[data-theme=dark]{${logoDark}}`
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
