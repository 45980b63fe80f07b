import { AxeBuilder } from '@axe-core/playwright'
import { LANGUAGES } from '@kerf/contract/language'
import type { Page } from '@playwright/test'
import { type Product, startProduct } from '../lib/product.ts'
import { expect, FULL, provide, test } from '../lib/test.ts'
import { openScreen } from './open.ts'
import { SCREENS, type Viewer } from './screens.ts'

/** One line for each violation of the accessibility rules. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // A page of one frame needs no second page to merge the findings.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
  )
}

/** All rules in the light theme; in the dark theme only the contrast can differ. */
async function findViolationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await findViolations(page)
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
          expect(await findViolationsInBothThemes(opened), language).toEqual([])
          await opened.close()
        }
        for (const [state, enterState] of Object.entries(screen.states)) {
          const opened = await openScreen(context, url, screen, 'zh')
          await enterState(opened)
          expect(await findViolationsInBothThemes(opened), state).toEqual([])
          await opened.close()
        }
      },
    )
  }
}
