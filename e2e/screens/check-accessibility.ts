import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { LANGUAGES } from '@kerf/contract/language'
import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { type Product, startProduct } from '../lib/product.ts'
import { expect, FULL, provide, test } from '../lib/test.ts'
import { openScreen } from './open.ts'
import { SCREENS, type Viewer } from './screens.ts'

/** One line for each violation of the accessibility rules. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // A page of one frame needs no second page to merge the findings.
  // The size of targets (WCAG 2.2, 2.5.8) is off by default.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ rules: { 'target-size': { enabled: true } } })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
  )
}

const ibmEngine = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'),
  'utf8',
)

/** Result of IBM's checker. `value`: kind of rule and outcome. */
interface IbmResult {
  readonly ruleId: string
  readonly value: readonly [kind: string, outcome: string]
  readonly message: string
  readonly snippet: string
}

/** One line for each violation that IBM's checker is certain of, by the rules of WCAG 2.2 A and AA. */
async function findIbmViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not stop.
  await page.evaluate(`${ibmEngine};globalThis.ace = ace`)
  const results = await page.evaluate(
    `new ace.Checker().check(document, ['WCAG_2_2']).then(({ results }) => results)`,
  )
  return (results as IbmResult[])
    .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
    .map(({ ruleId, message, snippet }) => `ibm ${ruleId}: ${message} ${snippet.slice(0, 200)}`)
}

const htmlValidate = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // A <video> has no other way to a name: HTML-AAM 1.0, 4.1.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
  },
})

/** One line for each error in the markup of the page as it is now. */
async function findMarkupErrors(page: Page): Promise<string[]> {
  const { results } = await htmlValidate.validateString(await page.content())
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `html ${ruleId}: ${message} ${selector}`),
  )
}

const NAMED_ROLES = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'searchbox',
  'slider',
  'switch',
  'tab',
  'textbox',
])

/** One line for each name that two controls of a page share, unless both are links to one address. */
async function findSharedNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const controls = nodes.flatMap(({ ignored, role, name, backendDOMNodeId }) =>
    !ignored && NAMED_ROLES.has(role?.value) && backendDOMNodeId
      ? [{ key: `${role?.value} "${name?.value ?? ''}"`, backendNodeId: backendDOMNodeId }]
      : [],
  )
  const shared = [...Map.groupBy(controls, ({ key }) => key)].filter(([, group]) => group.length > 1)
  const findings: string[] = []
  for (const [key, group] of shared) {
    const targets = new Set<string>()
    for (const [index, { backendNodeId }] of group.entries()) {
      const { attributes = [] } = (await session.send('DOM.describeNode', { backendNodeId })).node
      const href = attributes[attributes.indexOf('href') + 1]
      targets.add(attributes.includes('href') ? `${href}` : `${index}`)
    }
    if (targets.size > 1) findings.push(`names: ${group.length} × ${key}`)
  }
  await session.detach()
  return findings
}

/** All rules in the light theme; in the dark theme only the contrast can differ. */
async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = [
    ...(await findViolations(page)),
    ...(await findIbmViolations(page)),
    ...(await findMarkupErrors(page)),
    ...(await findSharedNames(page)),
  ]
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await findViolations(page, ['color-contrast']))]
}

/** Declares a test for every screen of the selected viewers. */
export function checkAccessibility(isSelected: (viewer: Viewer) => boolean): void {
  let product: Product
  test.use({ url: provide(() => product.url) })
  test.beforeAll(async () => {
    product = await startProduct()
  })
  test.afterAll(() => product?.close())

  for (const screen of SCREENS.filter(({ viewer }) => isSelected(viewer))) {
    test(
      `${screen.name} passes the accessibility rules in both languages, both themes and every state`,
      FULL,
      async ({ context, page, url, expectConsole }) => {
        expectConsole(/status of 4\d\d/)
        await page.close()
        for (const language of LANGUAGES) {
          const opened = await openScreen(context, url, screen, language)
          expect.soft(await findViolationsInBothThemes(opened), language).toEqual([])
          await opened.close()
        }
        for (const [state, enterState] of Object.entries(screen.states)) {
          const opened = await openScreen(context, url, screen, 'zh')
          await enterState(opened)
          expect.soft(await findViolationsInBothThemes(opened), state).toEqual([])
          await opened.close()
        }
      },
    )
  }
}
