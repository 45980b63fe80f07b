/**
 * Critical CSS: the rules that a prerendered page needs for its first paint. Rules for the other language, and for states that need a
 * pointer, a key or a script, are left to the complete style sheet. That sheet loads in parallel and must not shift the layout when it applies.
 */
import { type Declaration, type Selector, type SelectorComponent, transform } from 'lightningcss'

interface Markup {
  /** of the page; parts in another language have no rules of their own in the first paint */
  readonly language: string
  readonly tags: ReadonlySet<string>
  readonly classes: ReadonlySet<string>
  /** Entries of the form `name` and `name=value`. */
  readonly attributes: ReadonlySet<string>
}

/** Attributes that the server sets on the root element. */
const SERVER_ATTRIBUTES = new Set([
  'data-theme',
  'data-embedded',
  'data-lr',
  'data-sl',
  'data-agreed',
  'data-passkey',
  'data-img',
])
/** States that need an interaction. */
const LATER_STATES =
  /^(?:hover|active|focus|focus-visible|focus-within|checked|disabled|autofill|popover-open|target)$/
const LATER_ELEMENTS = /^(?:before|after|selection|placeholder|backdrop)$/
const LATER_DECLARATIONS = /^(?:transition|cursor|touch-action|scroll-margin|-webkit-tap-highlight-color)/
/** A list of elements. Lightning CSS cannot change it while it also leaves out declarations. */
const TAGS = /(^|[{}])([a-z\d]+(?:,[a-z\d]+)+)(?=\{)\{/g
/** Queries whose rules were all left out. */
const EMPTY = /@(?:container|media|supports)[^{}]*\{\}/g
/** Prefixed color of link underlines. Without it, some browsers draw them slightly darker until the complete sheet applies. */
const PREFIXED = /-webkit-text-decoration-color:[^;}]*;/g

export function criticalCss(sheet: string, html: string, language: string): string {
  const markup = read(html, language)
  const { code } = transform({
    filename: 'critical.css',
    code: Buffer.from(sheet),
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          return rule.value.selectors.some(selector => isNeeded(selector, markup)) ? undefined : []
        },
        keyframes: () => [],
        media: rule =>
          /contrast|forced-colors|reduced-motion|hover/.test(JSON.stringify(rule.value.query))
            ? []
            : undefined,
      },
      Declaration: declaration => (LATER_DECLARATIONS.test(nameOf(declaration)) ? [] : undefined),
    },
  })
  const present = (list: string) => list.split(',').filter(tag => markup.tags.has(tag))
  const needed = code
    .toString()
    .replace(PREFIXED, '')
    .replace(EMPTY, '')
    .replace(TAGS, (_, end, list) => `${end}${present(list)}{`)
  return withoutUnusedFonts(withoutUnusedProperties(withTokensWrittenOut(withoutUnusedProperties(needed))))
}

/** Lightning CSS represents values with `var()` as `unparsed` and unknown properties as `custom`. */
function nameOf(declaration: Declaration): string {
  if (declaration.property === 'unparsed') return declaration.value.propertyId.property
  return declaration.property === 'custom' ? declaration.value.name : declaration.property
}

function read(html: string, language: string): Markup {
  const tags = new Set(['html', 'body'])
  const classes = new Set<string>()
  const attributes = new Set<string>()
  for (const [, tag = '', rest = ''] of html.matchAll(/<(\w+)((?:\s+[\w-]+(?:="[^"]*")?)*)/g)) {
    tags.add(tag)
    for (const [, name = '', value = ''] of rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
      attributes.add(name.toLowerCase()).add(`${name.toLowerCase()}=${value}`)
      if (name === 'class') for (const one of value.split(' ')) classes.add(one)
    }
  }
  return { language, tags, classes, attributes }
}

const isNeeded = (selector: Selector, markup: Markup): boolean =>
  selector.every(component => canMatch(component, markup))

function canMatch(component: SelectorComponent, markup: Markup): boolean {
  switch (component.type) {
    case 'type':
      return markup.tags.has(component.name)
    case 'class':
      return markup.classes.has(component.name)
    case 'attribute': {
      if (SERVER_ATTRIBUTES.has(component.name)) return true
      const { operation } = component
      const exact = operation?.operator === 'equal' ? `=${operation.value}` : ''
      return markup.attributes.has(component.name + exact)
    }
    case 'pseudo-element':
      return !LATER_ELEMENTS.test(component.kind)
    case 'pseudo-class':
      if (component.kind === 'is' || component.kind === 'where' || component.kind === 'has') {
        return component.selectors.some(selector => isNeeded(selector, markup))
      }
      if (component.kind === 'lang') return component.languages.includes(markup.language)
      // Elements that are empty in the prerendered page are filled by a script.
      if (component.kind === 'not') return !JSON.stringify(component.selectors).includes('"empty"')
      return !LATER_STATES.test(component.kind)
    default:
      return true
  }
}

const FONT_FACE = /@font-face\{font-family:([^;}]+);[^}]*\}/g

/** Tokens quote families: an unquoted use would not be found. */
const withoutUnusedFonts = (css: string): string =>
  css.replace(FONT_FACE, (whole, family) => (css.includes(`"${family}"`) ? whole : ''))

/** Removes custom properties without references, repeatedly, until all remaining ones are used. */
function withoutUnusedProperties(css: string): string {
  const used = new Set(Array.from(css.matchAll(/var\((--[\w-]+)/g), found => found[1]))
  const pruned = css
    .replace(/(?:@media[^{}]*|:root)\{\}/g, '')
    .replace(DEFINITION, (whole, name) => (used.has(name) ? whole : ''))
  return pruned === css ? css : withoutUnusedProperties(pruned)
}

const DEFINITION = /(?<=[{;])(--[\w-]+):([^;}]*);?/g
/** Maximum length of a value that is repeated instead of its token. */
const INLINED_VALUE_MAX_LENGTH = 14

/**
 * Replaces references to tokens by their values if that is shorter. Tokens with several definitions stay, because their
 * value depends on the element.
 */
function withTokensWrittenOut(css: string): string {
  const values = new Map<string, string | undefined>()
  for (const [, name = '', value = ''] of css.matchAll(DEFINITION)) {
    values.set(name, values.has(name) ? undefined : value)
  }
  let result = css
  for (const [name, value] of values) {
    const uses = result.split(`var(${name})`).length - 1
    const cheap =
      value !== undefined &&
      !value.includes('var(') &&
      (uses === 1 || value.length <= INLINED_VALUE_MAX_LENGTH)
    if (cheap) result = result.replaceAll(`var(${name})`, value)
  }
  return result
}
