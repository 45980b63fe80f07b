/** A brand's colours and logo as custom properties, with the hash that lets the policy allow them. */
import { createHash } from 'node:crypto'
import type { Brand } from '@kerf/brands/brand'
import type { FilesOfBrand } from './brand-files.ts'

export interface BrandStyle {
  readonly css: string
  readonly hash: string
}

/** A brand's file is ours, but a slip in it must not end the style element or the rule. */
const COLOUR = /^[#\w(),.%/ -]+$/

const PROPERTIES = [
  ['accent', '--brand-accent'],
  ['accentHover', '--brand-accent-hover'],
  ['onAccent', '--brand-on-accent'],
  ['accentSoft', '--brand-accent-soft'],
] as const

export function makeBrandStyle({ code, colours }: Brand, files: FilesOfBrand): BrandStyle {
  const { light, dark } = colours
  const colour = (value: string) => {
    if (!COLOUR.test(value)) throw new Error(`brand ${code}: ${JSON.stringify(value)} is not a colour`)
    return value
  }
  const tokens = PROPERTIES.map(
    ([name, property]) => `${property}:light-dark(${colour(light[name])},${colour(dark[name])});`,
  ).join('')
  // `light-dark()` chooses between colours only; a picture needs the conditions written out.
  const logo = `--brand-logo:url(${files.logo.address})`
  const logoDark = `--brand-logo:url(${files.logoDark.address})`
  const css =
    `:root{${tokens}${logo}}` +
    `@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${logoDark}}}` +
    `:root[data-theme=dark]{${logoDark}}`
  return { css, hash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}
