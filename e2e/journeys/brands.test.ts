import type { Page } from '@playwright/test'
import { expect, FULL, test } from '../lib/test.ts'

interface Brand {
  readonly name: string
  readonly title: string
  /** color of buttons in the light theme; '' where it is not tested */
  readonly accent: string
  readonly legalName: string
}

// Three separate brands, one brand of the Kerf family, and an unknown code.
const BRANDS: Record<string, Brand> = {
  customthings: {
    name: 'Onesome',
    title: 'Make something that is only yours',
    accent: 'rgb(138, 86, 0)',
    legalName: 'Onesome Goods Ltd',
  },
  designfind: {
    name: 'Linetrove',
    title: 'Start your Linetrove collection',
    accent: '',
    legalName: '',
  },
  atomm: { name: 'Motes', title: 'Join Motes', accent: '', legalName: '' },
  creative: { name: 'Kerf Studio', title: 'Create your Kerf Studio account', accent: '', legalName: '' },
  unknown: { name: 'Kerf Passport', title: 'Create your Kerf Passport account', accent: '', legalName: '' },
}

const readAppearance = (page: Page) =>
  page.evaluate(() => {
    const logo = document.querySelector('header [role=img]')
    const button = document.querySelector('button[type=submit]')
    return {
      name: logo?.getAttribute('aria-label'),
      logo: logo && getComputedStyle(logo).backgroundImage,
      accent: button && getComputedStyle(button).backgroundColor,
      icon: document.querySelector('link[rel=icon]')?.getAttribute('href'),
      picture: document.querySelector('picture source')?.getAttribute('srcset'),
    }
  })

test(
  'shows the name, logo, picture, color and registration title of each brand',
  FULL,
  async ({ page, open }) => {
    const appearances = new Map<string, Awaited<ReturnType<typeof readAppearance>>>()
    for (const [code, brand] of Object.entries(BRANDS)) {
      await open(`/en/register?o=${code}`)
      expect(await page.title()).toBe(`Sign up · ${brand.name}`)
      await page.getByRole('heading', { name: brand.title, level: 1 }).waitFor()
      const appearance = await readAppearance(page)
      expect(appearance.name).toBe(brand.name)
      if (brand.accent) expect(appearance.accent).toBe(brand.accent)
      if (brand.legalName)
        await page.getByText(`© 2022–${new Date().getFullYear()} ${brand.legalName}`).waitFor()
      appearances.set(code, appearance)
    }
    for (const part of ['logo', 'icon', 'picture'] as const)
      expect(new Set([...appearances.values()].map(appearance => appearance[part])).size).toBe(5)
    const accents = ['customthings', 'designfind', 'atomm', 'unknown'].map(
      code => appearances.get(code)?.accent,
    )
    expect(new Set(accents).size).toBe(4)
  },
)

test(
  'takes the appearance from the origin and keeps both codes from page to page',
  FULL,
  async ({ page, open }) => {
    await open('/en/login?p=creative&o=atomm')
    expect(await page.title()).toBe('Log in · Motes')
    await page.getByRole('link', { name: 'Sign up' }).click()
    await page.getByRole('heading', { name: 'Join Motes' }).waitFor()
    expect(new URL(page.url()).search).toBe('?p=creative&o=atomm')
    await page.getByRole('link', { name: '中文' }).click()
    await page.getByRole('heading', { name: '加入微粒社' }).waitFor()
  },
)

test('contains the brand in the HTML of the page', FULL, async ({ page, open }) => {
  const response = page.waitForResponse(one => one.url().includes('/en/login?p=atomm'))
  await open('/en/login?p=atomm')
  const html = await (await response).text()
  expect(html).toContain('Motes</title>')
  expect(html).toContain('/brands/atomm/')
  expect(html).not.toContain('/brands/portal/')
})
