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
const LATER_ELEMENTS = /^(?:selection|placeholder|backdrop)$/
const LATER_DECLARATIONS = /^(?:transition|cursor|touch-action|-webkit-tap-highlight-color)/

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
  return withoutUnusedProperties(code.toString().replace(/@media[^{]*\{\}/g, ''))
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
    .replaceAll(':root{}', '')
    .replace(/(?<=[{;])(--[\w-]+):[^;}]*;?/g, (whole, name) => (used.has(name) ? whole : ''))
  return pruned === css ? css : withoutUnusedProperties(pruned)
}
