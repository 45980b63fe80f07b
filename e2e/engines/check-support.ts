/**
 * Compares the built scripts and style sheets with compatibility data for the oldest supported browsers, most of which no
 * machine runs: called functions, constructors, properties, selectors and at-rules. Prints what is neither supported nor filled.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { transform } from 'lightningcss'
import { parseSync, Visitor } from 'vite'

/** `OLDEST_BROWSERS` of the portal's build. */
const OLDEST = { chrome: 87, firefox: 115, safari: 15.4 }

/** `old-browsers/fill.ts` adds them. */
const FILLED = [
  'withResolvers',
  'hasOwn',
  'canParse',
  'randomUUID',
  'timeout',
  'any',
  'throwIfAborted',
  'at',
  'findLast',
  'toSorted',
  'toReversed',
  'structuredClone',
]

/** Used only behind a test for them, or without effect on what the page does. */
const GUARDED: Readonly<Record<string, string>> = {
  // scripts
  createPolicy: 'trusted types: lib/proof-of-work/proof-of-work.ts asks first',
  showPopover: 'toast-region.tsx asks first',
  hidePopover: 'toast-region.tsx asks first',
  replaceSync: 'entry-messages.tsx asks for adoptedStyleSheets first',
  CSSStyleSheet: 'entry-messages.tsx asks for adoptedStyleSheets first',
  checkVisibility: 'Base UI asks first',
  requestSubmit: 'Base UI asks first',
  startViewTransition: 'React catches the error; the portal uses no view transitions',
  login: 'a method of our own',
  ready: 'a method of our own',
  toArray: 'a method of React and of the analytics library',
  use: 'the hook of React',
  getPublicKey: 'the passkey library asks first',
  grow: 'of WebAssembly memory, which every engine has',
  share: 'certificate-check.tsx asks first',
  // styles
  'animation-timeline': 'below @supports in category-tabs.module.css',
  ':popover-open': 'toast-region.tsx asks first; the toast is then below dialogs',
}

interface Support {
  readonly version_added?: string | boolean | null
  readonly flags?: unknown
  readonly prefix?: string
  readonly partial_implementation?: boolean
}
interface Data {
  readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[]>> }
  readonly [name: string]: unknown
}

const { values } = parseArgs({ options: { tools: { type: 'string', default: '' } } })
const data = createRequire(`${values.tools}/package.json`)('@mdn/browser-compat-data') as {
  readonly javascript: { readonly builtins: Readonly<Record<string, Data>> }
  readonly api: Readonly<Record<string, Data>>
  readonly css: Readonly<Record<'properties' | 'selectors' | 'at-rules', Readonly<Record<string, Data>>>>
}

/** The oldest browsers that lack the feature, with the version that has it. */
function lacking(feature: Data): string[] {
  return Object.entries(OLDEST).flatMap(([browser, oldest]) => {
    const stated = feature.__compat?.support[browser]
    const all = (Array.isArray(stated) ? stated : stated ? [stated] : []) as Support[]
    const has = all.some(({ version_added: added, flags }) => {
      if (flags || added === false || added === null || added === undefined) return false
      return added === true || Number.parseFloat(String(added).replace('≤', '')) <= oldest
    })
    return has ? [] : [`${browser} ${all[0]?.version_added || 'none'}`]
  })
}

/** Interfaces whose members a page of the portal can meet. Others would only share names with ours. */
const INTERFACES =
  /^(?:HTML\w*Element|Element|Node|NodeList|Document|DocumentFragment|ShadowRoot|Window|Navigator|Location|History|URL|URLSearchParams|Abort\w+|Crypto|SubtleCrypto|CSS|CSSStyleSheet|Event|EventTarget|CustomEvent|MessageEvent|Clipboard|Storage|Headers|Request|Response|Blob|File|FormData|DOMTokenList|DOMRect|Range|Selection|ResizeObserver|IntersectionObserver|MutationObserver|BroadcastChannel|Worker|WebSocket|Performance|ReadableStream\w*|TextDecoder|TextEncoder|Canvas\w+2D|ImageBitmap|MediaQueryList|TrustedTypePolicyFactory)$/

const members = new Map<string, string[][]>()
const globals = new Map<string, string[]>()
for (const [owner, feature] of [
  ...Object.entries(data.javascript.builtins),
  ...Object.entries(data.api).filter(([name]) => INTERFACES.test(name)),
]) {
  if (feature.__compat) globals.set(owner, lacking(feature))
  for (const [name, member] of Object.entries(feature)) {
    if (name === '__compat' || !(member as Data).__compat) continue
    const known = name.replace(/_static$/, '')
    members.set(known, [...(members.get(known) ?? []), lacking(member as Data)])
  }
}

const findings = new Map<string, string>()
const report = (kind: string, name: string, missing: readonly string[], file: string): void => {
  if (missing.length === 0 || FILLED.includes(name) || name in GUARDED) return
  findings.set(`${kind} ${name}`, `${missing.join(', ')} (${file})`)
}

function checkScript(file: string, code: string): void {
  const { program } = parseSync(file, code)
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type === 'Identifier') report('function', callee.name, globals.get(callee.name) ?? [], file)
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
        return
      const { name } = callee.property
      // A member that any owner has in the oldest browsers may be the one that is called.
      const owners = members.get(name) ?? []
      if (owners.every(missing => missing.length > 0)) report('method', name, owners[0] ?? [], file)
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier')
        report('constructor', callee.name, globals.get(callee.name) ?? [], file)
    },
  }).visit(program)
}

/** Without effect in an old browser, or only decoration. */
const OPTIONAL_CSS =
  /^(?:text-wrap|field-sizing|accent-color|aspect-ratio|scrollbar-|overscroll-|overflow-clip-margin|color-scheme|forced-color-adjust|text-decoration-|-webkit-|-moz-|--|touch-action|appearance|user-select|text-size-adjust|font-synthesis|print-color-adjust)/

function checkStyles(file: string, css: string): void {
  const { properties, selectors } = data.css
  const atRules = data.css['at-rules']
  transform({
    filename: file,
    code: Buffer.from(css),
    visitor: {
      Declaration(declaration) {
        const name =
          declaration.property === 'unparsed'
            ? declaration.value.propertyId.property
            : declaration.property === 'custom'
              ? declaration.value.name
              : declaration.property
        const feature = properties[name]
        if (feature && !OPTIONAL_CSS.test(name)) report('property', name, lacking(feature), file)
      },
      Selector(selector) {
        for (const component of selector) {
          if (component.type !== 'pseudo-class') continue
          const feature = selectors[component.kind]
          // Decoration of a state that the markup says too.
          if (feature && component.kind !== 'has' && component.kind !== 'is')
            report('selector', `:${component.kind}`, lacking(feature), file)
        }
      },
      Rule(rule) {
        const feature = atRules[rule.type]
        if (feature) report('at-rule', `@${rule.type}`, lacking(feature), file)
      },
    },
  })
}

const dist = fileURLToPath(new URL('../../packages/portal/dist', import.meta.url))
for (const folder of ['assets', 'embed'])
  for (const file of readdirSync(`${dist}/${folder}`)) {
    const text = () => readFileSync(`${dist}/${folder}/${file}`, 'utf8')
    if (file.endsWith('.js')) checkScript(file, text())
    else if (file.startsWith('old-') && file.endsWith('.css')) checkStyles(file, text())
  }

for (const [name, why] of [...findings].sort())
  console.log(`not in the oldest supported browsers: ${name}: ${why}`)
console.log(
  findings.size === 0
    ? `Scripts and style sheets need nothing that ${Object.entries(OLDEST)
        .map(entry => entry.join(' '))
        .join(', ')} lack.`
    : `${findings.size} findings.`,
)
process.exitCode = findings.size === 0 ? 0 : 1
