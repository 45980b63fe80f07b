/**
 * The part of the style sheet that a rendered page needs for its first paint. States that a pointer, a key or a
 * script bring about are left to the whole sheet, which is fetched beside and takes over without moving anything.
 */
import { type Declaration, type Selector, type SelectorComponent, transform } from 'lightningcss'

interface Markup {
  readonly tags: ReadonlySet<string>
  readonly classes: ReadonlySet<string>
  /** `name` and `name=value` */
  readonly attributes: ReadonlySet<string>
}

/** Written on the root by the server. */
const SERVER_ATTRIBUTES = new Set(['data-theme', 'data-embedded', 'data-lr', 'data-sl'])
/** States that a page cannot be in before someone touches it. */
const LATER_STATES =
  /^(?:hover|active|focus|focus-visible|focus-within|checked|disabled|autofill|popover-open|target)$/
const LATER_ELEMENTS = /^(?:before|after|selection|placeholder|backdrop)$/
const LATER_DECLARATIONS = /^(?:transition|cursor|touch-action|-webkit-tap-highlight-color)/
/** For browsers in which the link's line is a shade darker until the whole sheet is there. */
const PREFIXED = /-webkit-text-decoration-color:[^;}]*;/g

export function criticalCss(sheet: string, html: string): string {
  const markup = read(html)
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
  return withoutUnusedProperties(
    withTokensWrittenOut(withoutUnusedProperties(code.toString().replace(PREFIXED, ''))),
  )
}

/** Values with `var()` in them are kept unparsed, unknown properties as custom ones. */
function nameOf(declaration: Declaration): string {
  if (declaration.property === 'unparsed') return declaration.value.propertyId.property
  return declaration.property === 'custom' ? declaration.value.name : declaration.property
}

function read(html: string): Markup {
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
  return { tags, classes, attributes }
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
      // what is empty when rendered is filled by a script
      if (component.kind === 'not') return !JSON.stringify(component.selectors).includes('"empty"')
      return !LATER_STATES.test(component.kind)
    default:
      return true
  }
}

/** Drops custom properties that nothing left refers to, until none is left. */
function withoutUnusedProperties(css: string): string {
  const used = new Set(Array.from(css.matchAll(/var\((--[\w-]+)/g), found => found[1]))
  const pruned = css
    .replace(/(?:@media[^{}]*|:root)\{\}/g, '')
    .replace(DEFINITION, (whole, name) => (used.has(name) ? whole : ''))
  return pruned === css ? css : withoutUnusedProperties(pruned)
}

const DEFINITION = /(?<=[{;])(--[\w-]+):([^;}]*);?/g
/** Longer values are cheaper named than repeated. */
const SHORT = 14

/** Writes out the tokens whose name costs more than their value. A token defined twice depends on where it is read. */
function withTokensWrittenOut(css: string): string {
  const values = new Map<string, string | undefined>()
  for (const [, name = '', value = ''] of css.matchAll(DEFINITION)) {
    values.set(name, values.has(name) ? undefined : value)
  }
  let result = css
  for (const [name, value] of values) {
    const uses = result.split(`var(${name})`).length - 1
    const cheap = value !== undefined && !value.includes('var(') && (uses === 1 || value.length <= SHORT)
    if (cheap) result = result.replaceAll(`var(${name})`, value)
  }
  return result
}
