import type { Page } from '@playwright/test'
import { expect, test } from '../lib/test.ts'

interface Look {
  readonly name: string
  readonly title: string
  /** of buttons, in light */
  readonly accent: string
  readonly legalName: string
}

// Three brands of their own, one of the family, and a code nobody knows.
const BRANDS: Record<string, Look> = {
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
  nobody: { name: 'Kerf Passport', title: 'Create your Kerf Passport account', accent: '', legalName: '' },
}

const looks = (page: Page) =>
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

test('shows the name, logo, picture, color and registration title of each brand', async ({ page, open }) => {
  const seen = new Map<string, Awaited<ReturnType<typeof looks>>>()
  for (const [code, brand] of Object.entries(BRANDS)) {
    await open(`/en/register?o=${code}`)
    expect(await page.title()).toBe(`Sign up · ${brand.name}`)
    await page.getByRole('heading', { name: brand.title, level: 1 }).waitFor()
    const look = await looks(page)
    expect(look.name).toBe(brand.name)
    if (brand.accent) expect(look.accent).toBe(brand.accent)
    if (brand.legalName)
      await page.getByText(`© 2022–${new Date().getFullYear()} ${brand.legalName}`).waitFor()
    seen.set(code, look)
  }
  for (const part of ['logo', 'icon', 'picture'] as const)
    expect(new Set([...seen.values()].map(look => look[part])).size).toBe(5)
  const accents = ['customthings', 'designfind', 'atomm', 'nobody'].map(code => seen.get(code)?.accent)
  expect(new Set(accents).size).toBe(4)
})

test('takes the look from the origin and keeps both codes from page to page', async ({ page, open }) => {
  await open('/en/login?p=creative&o=atomm')
  expect(await page.title()).toBe('Log in · Motes')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Join Motes' }).waitFor()
  expect(new URL(page.url()).search).toBe('?p=creative&o=atomm')
  await page.getByRole('link', { name: '中文' }).click()
  await page.getByRole('heading', { name: '加入微粒社' }).waitFor()
})

test('paints the brand from the first frame on', async ({ page, open }) => {
  const titles = page.waitForResponse(answer => answer.url().includes('/en/login?p=atomm'))
  await open('/en/login?p=atomm')
  const html = await (await titles).text()
  expect(html).toContain('Motes</title>')
  expect(html).toContain('/brands/atomm/')
  expect(html).not.toContain('/brands/portal/')
})
