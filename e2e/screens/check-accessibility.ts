import { AxeBuilder } from '@axe-core/playwright'
import { LANGUAGES } from '@kerf/contract/language'
import type { Page } from '@playwright/test'
import { type Product, startProduct } from '../lib/product.ts'
import { expect, provide, test } from '../lib/test.ts'
import { openScreen } from './open.ts'
import { SCREENS, type Viewer } from './screens.ts'

async function faults(page: Page, rules?: string[]): Promise<string[]> {
  // A page of one frame needs no second page to put the findings together.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
  )
}

/** Everything in light; in dark only colours can differ. */
async function faultsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await faults(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await faults(page, ['color-contrast']))]
}

/** Declares a journey for every screen of these viewers. */
export function checkAccessibility(isMeant: (viewer: Viewer) => boolean): void {
  let product: Product
  test.use({ url: provide(() => product.url) })
  test.beforeAll(async () => {
    product = await startProduct()
  })
  test.afterAll(() => product?.close())

  for (const screen of SCREENS.filter(({ viewer }) => isMeant(viewer))) {
    test(`${screen.name} passes the accessibility rules in both languages, both themes and every state`, async ({
      context,
      page,
      url,
      expectConsole,
    }) => {
      expectConsole(/status of 4\d\d/)
      await page.close()
      for (const language of LANGUAGES) {
        const opened = await openScreen(context, url, screen, language)
        expect(await faultsInBothThemes(opened), language).toEqual([])
        await opened.close()
      }
      for (const [state, bring] of Object.entries(screen.states)) {
        const opened = await openScreen(context, url, screen, 'zh')
        await bring(opened)
        expect(await faultsInBothThemes(opened), state).toEqual([])
        await opened.close()
      }
    })
  }
}
