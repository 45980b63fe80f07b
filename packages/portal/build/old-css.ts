/** Rewrites style sheets for the oldest supported browsers, which lack `light-dark()`, `color-mix()` and container queries. */
import { transform } from 'lightningcss'
import { OLDEST_BROWSERS } from './browsers.ts'

/** Lightning CSS takes versions as `major << 16 | minor << 8`. */
const targets = Object.fromEntries(
  OLDEST_BROWSERS.map(browser => {
    const [, name = '', major, minor = 0] = /^([a-z]+)(\d+)(?:\.(\d+))?$/.exec(browser) ?? []
    return [name === 'ios' ? 'ios_saf' : name, (Number(major) << 16) | (Number(minor) << 8)]
  }),
)

/** A mix of a token is only known when it is used, so an opaque color takes its place. */
const MIXES: Readonly<Record<string, string>> = {
  'currentColor 40%': 'currentColor',
  'var(--accent) 28%': 'var(--accent-soft)',
  'var(--ink) 10%': 'var(--line)',
  'var(--ground) 82%': 'var(--ground)',
}

const withoutMixes = (css: string): string =>
  css.replaceAll(/color-mix\(in srgb,\s*([^,]*?),\s*(?:transparent|#0000)\)/gi, (whole, color: string) => {
    const replacement = MIXES[color.replace(/^currentcolor/i, 'currentColor')]
    if (replacement === undefined) throw new Error(`old-css.ts has no replacement for ${whole}`)
    return replacement
  })

/** The window takes the place of the container: close enough, since containers are as wide as the window on phones. */
const withoutContainers = (css: string): string =>
  css
    .replaceAll(/@container\s+(?:[\w-]+\s+)?(?=\(|not)/g, '@media ')
    .replaceAll(/container(?:-type|-name)?:[^;}]*;?/g, '')

/** `vh` includes the browser's bars, which is the best that old browsers have. */
const withoutDynamicUnits = (css: string): string => css.replaceAll(/(?<=[\d.])[ds]vh\b/g, 'vh')

/** Shows the focus where `:has()` is missing, for the pointer too. */
const withoutFocusByDescendant = (css: string): string =>
  css.replaceAll(/:has\([^()]*:focus-visible\)/g, ':focus-within')

/** `translate`, `scale` and `rotate` are properties since Chromium 104. Of several in one rule, the last one has effect. */
const withoutTransformProperties = (css: string): string =>
  css.replaceAll(/(?<=[{;]\s*)(translate|scale|rotate):\s*([^;}]+)/g, (_, name: string, value: string) =>
    value.trim() === 'none'
      ? 'transform:none'
      : `transform:${name}(${value
          .trim()
          .split(/\s+(?![^(]*\))/)
          .join()})`,
  )

/** Lightning CSS writes `not (…)`, which is newer than `not all and (…)`. */
const withOldNegation = (css: string): string => css.replaceAll(/@media not (?=\()/g, '@media not all and ')

export function forOldBrowsers(css: string): string {
  const prepared = [
    withoutMixes,
    withoutContainers,
    withoutDynamicUnits,
    withoutFocusByDescendant,
    withoutTransformProperties,
  ].reduce((result, rewrite) => rewrite(result), css)
  const { code } = transform({ filename: 'old.css', code: Buffer.from(prepared), minify: true, targets })
  return withOldNegation(code.toString())
}
