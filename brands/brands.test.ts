import { cp, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { Brand } from './brand.ts'
import { DEFAULT_BRAND, type LoadedBrand, loadBrands } from './registry.ts'

const brandsFolder = fileURLToPath(new URL('.', import.meta.url))
const brands = await loadBrands()
const all = [...brands.values()]
const each = all.map((loaded): [string, LoadedBrand] => [loaded.brand.code, loaded])

/** Codes that must exist. Removing a brand changes this list, adding one does not. */
const REQUIRED_CODES = [
  'portal',
  'creative',
  'projects',
  'aiart',
  'support',
  'smallbusiness',
  'customthings',
  'designfind',
  'machine',
  'focus',
  'materials',
  'marketing',
  'atomm',
]

const channel = (hex: string, at: number) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`not a six-digit color: ${hex}`)
  return 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
}
/** WCAG 2.2 contrast ratio */
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const BACKGROUNDS = { light: ['#ffffff', '#fbfbfa'], dark: ['#121413'] } as const

describe('contrast of colors', () => {
  it('follows the formula of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  const pairs = all.flatMap(({ brand }) =>
    (['light', 'dark'] as const).flatMap(theme => {
      const colors = brand.colors[theme]
      const links = [...BACKGROUNDS[theme], colors.accentSoft].flatMap(background =>
        [colors.accent, colors.accentHover].map((foreground): [string, string, string, string] => [
          brand.code,
          theme,
          foreground,
          background,
        ]),
      )
      const buttons = [colors.accent, colors.accentHover].map(
        (background): [string, string, string, string] => [brand.code, theme, colors.onAccent, background],
      )
      return [...links, ...buttons]
    }),
  )
  it.each(pairs)('%s %s: %s on %s reaches AA', (_code, _theme, foreground, background) => {
    expect(contrast(foreground, background)).toBeGreaterThanOrEqual(4.5)
  })
})

/** in degrees: 120 is a pure green */
function hue(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  const [low, high] = [Math.min(r, g, b), Math.max(r, g, b)]
  const span = high - low
  const sixth = high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span
  return ((sixth * 60) % 360) + (sixth < 0 ? 360 : 0)
}

describe('palettes', () => {
  it('no two brands look alike', () => {
    const tints = all.flatMap(({ brand }) => [brand.colors.light, brand.colors.dark])
    for (const name of ['accent', 'accentSoft'] as const)
      expect(new Set(tints.map(colors => colors[name])).size).toBe(tints.length)
  })

  it.each(
    all.filter(({ brand }) => !brand.independent).map(({ brand }): [string, Brand] => [brand.code, brand]),
  )('the primary color of %s is a green, as that of the whole family', (_, { colors }) => {
    for (const { accent } of [colors.light, colors.dark]) {
      expect(hue(accent)).toBeGreaterThan(70)
      expect(hue(accent)).toBeLessThan(180)
    }
  })
})

describe('brands', () => {
  it('has a folder for every required code', async () => {
    const folders = (await readdir(brandsFolder, { withFileTypes: true }))
      .filter(entry => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(entry => entry.name)
    expect([...brands.keys()].sort()).toEqual(folders.sort())
    for (const code of REQUIRED_CODES) expect(brands.has(code), code).toBe(true)
  })

  it('lists the default brand first, then sorts by code', () => {
    const codes = [...brands.keys()]
    expect(codes[0]).toBe(DEFAULT_BRAND)
    expect(codes.slice(1)).toEqual(codes.slice(1).toSorted())
  })

  it.each(each)('%s has a valid code, texts and origins', (code, { brand, files }) => {
    expect(brand.code).toBe(code)
    const texts: (Brand['name'] | undefined)[] = [brand.name, brand.tagline, brand.registerTitle]
    for (const text of texts.filter(one => one !== undefined)) {
      expect(text.en.trim()).not.toBe('')
      expect(text.en).not.toMatch(/\p{Script=Han}/u)
      expect(text.zh).toMatch(/\p{Script=Han}/u)
    }
    expect(brand.registerTitle !== undefined).toBe(brand.independent)
    expect(brand.origins.length).toBeGreaterThan(0)
    for (const origin of brand.origins) {
      expect(new URL(origin).protocol).toBe('https:')
      expect(new URL(origin).origin).toBe(origin)
    }
    expect(new URL(brand.helpUrl).protocol).toBe('https:')
    for (const path of Object.values(files)) {
      expect(isAbsolute(path)).toBe(true)
      expect(basename(join(path, '..'))).toBe(code)
    }
  })

  it('shares no origin between two brands', () => {
    const origins = all.flatMap(({ brand }) => brand.origins)
    expect(new Set(origins).size).toBe(origins.length)
  })

  it('follows the rules of the specification for single apps', () => {
    const codesWith = (test: (brand: Brand) => boolean) =>
      all
        .map(({ brand }) => brand)
        .filter(brand => REQUIRED_CODES.includes(brand.code) && test(brand))
        .map(brand => brand.code)
        .sort()
    expect(codesWith(brand => brand.independent)).toEqual(['atomm', 'customthings', 'designfind'])
    expect(codesWith(brand => brand.tokenToHost)).toEqual(['creative', 'portal'])
    expect(codesWith(brand => !brand.training)).toEqual(['atomm', 'customthings', 'designfind', 'marketing'])
    expect(codesWith(brand => brand.oldClient === 'always')).toEqual(['creative'])
    expect(codesWith(brand => brand.oldClient === 'handheld')).toEqual(['portal'])
  })
})

describe('pictures', () => {
  // The left picture is part of the first view of the sign-in page, so its size delays the page.
  const SIZE_MAX_BYTES = {
    logo: 8_192,
    logoDark: 8_192,
    logoZh: 11_264,
    logoZhDark: 11_264,
    mark: 4_096,
    left: 14_336,
  } as const
  const pictures = all.flatMap(({ brand, files }) =>
    (Object.keys(SIZE_MAX_BYTES) as (keyof typeof SIZE_MAX_BYTES)[]).map(
      (kind): [string, keyof typeof SIZE_MAX_BYTES, string] => [brand.code, kind, files[kind]],
    ),
  )

  it.each(pictures)('%s %s is small, self-contained and inert', async (_code, kind, path) => {
    expect((await stat(path)).size).toBeLessThanOrEqual(SIZE_MAX_BYTES[kind])
    const svg = await readFile(path, 'utf8')
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg.trimEnd().endsWith('</svg>')).toBe(true)
    // Only the picture beside the login follows the theme and moves, and only where motion is not reduced.
    const style = kind === 'left' ? /<style>([^<]*)<\/style>/.exec(svg)?.[1] : undefined
    if (style !== undefined)
      expect(style).toMatch(
        /^(@media\((prefers-color-scheme:dark|prefers-reduced-motion:no-preference)\)\{([^@{}]+\{[^@{}]*\})+\}|@keyframes \w+\{[^@]*\}\})+$/,
      )
    expect(svg.replace(`<style>${style}</style>`, '')).not.toMatch(
      /<(script|style|foreignObject|image|a|iframe|text|animate|set)\b/i,
    )
    expect(svg).not.toMatch(/\s(on\w+|style)\s*=/i)
    expect(svg).not.toMatch(/<!|<\?|@import|javascript:|data:/i)
    // References may only point to parts of the same file.
    for (const [, target] of svg.matchAll(/\b(?:xlink:)?href\s*=\s*["']([^"']*)/gi)) {
      expect(target).toMatch(/^#/)
    }
    for (const [, target] of svg.matchAll(/url\(\s*["']?([^)"']*)/gi)) expect(target).toMatch(/^#/)
    for (const [address] of svg.matchAll(/https?:\/\/[^"']*/g)) {
      expect(address).toBe('http://www.w3.org/2000/svg')
    }
  })

  it.each(pictures)('%s %s has the specified proportions', async (_code, kind, path) => {
    const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(await readFile(path, 'utf8'))
    const [width, height] = [Number(box?.[1]), Number(box?.[2])]
    if (kind === 'left') expect([width, height]).toEqual([960, 1080])
    else if (kind === 'mark') expect(width).toBe(height)
    else expect(width / height).toBeGreaterThan(2)
  })

  it('gives every brand its own left picture', async () => {
    const lefts = await Promise.all(all.map(({ files }) => readFile(files.left, 'utf8')))
    expect(new Set(lefts).size).toBe(lefts.length)
  })
})

describe('loadBrands', () => {
  const temporaryFolders: string[] = []
  const copyOf = async (...codes: string[]) => {
    const folder = await mkdtemp(join(tmpdir(), 'kerf-brands-'))
    temporaryFolders.push(folder)
    for (const code of codes) await cp(join(brandsFolder, code), join(folder, code), { recursive: true })
    return folder
  }
  afterEach(async () => {
    for (const folder of temporaryFolders.splice(0)) await rm(folder, { recursive: true })
  })

  it('loads a new brand from a new folder', async () => {
    const folder = await copyOf('portal')
    await cp(join(brandsFolder, 'focus'), join(folder, 'another'), { recursive: true })
    const source = join(folder, 'another', 'brand.ts')
    await writeFile(source, (await readFile(source, 'utf8')).replace("code: 'focus'", "code: 'another'"))
    const found = await loadBrands(folder)
    expect([...found.keys()]).toEqual(['portal', 'another'])
    expect(found.get('another')?.files.left).toBe(join(folder, 'another', 'left.svg'))
  })

  it.each(['brand.ts', 'logo.svg', 'logo-dark.svg', 'mark.svg', 'mark.png', 'left.svg'])(
    'names the folder if %s is missing',
    async name => {
      const folder = await copyOf('portal', 'focus')
      await unlink(join(folder, 'focus', name))
      await expect(loadBrands(folder)).rejects.toThrow(
        `brand folder ${join(folder, 'focus')}: ${name} is missing`,
      )
    },
  )

  it.each([
    [
      'a code that differs from the folder name',
      "code: 'focus'",
      "code: 'fokus'",
      /must equal the folder's name/,
    ],
    ['a missing language', 'zh: ', 'cn: ', /name needs text in en and zh/],
    ['an origin with a path', ".example']", ".example/']", /is not an exact https origin/],
    ['an origin without https', "['https:", "['http:", /is not an exact https origin/],
    ['an unknown oldClient', "'never'", "'sometimes'", /oldClient must be one of/],
    ['a missing color', 'onAccent:', 'upAccent:', /colors needs/],
    ['another export', 'export const brand', 'export const mark', /exports no `brand`/],
    ['broken source', 'export const', 'export konst', /brand\.ts does not load/],
  ])('rejects %s', async (_what, from, to, message) => {
    const folder = await copyOf('portal', 'focus')
    const source = join(folder, 'focus', 'brand.ts')
    const text = await readFile(source, 'utf8')
    expect(text).toContain(from)
    await writeFile(source, text.replace(from, to))
    const loading = loadBrands(folder)
    await expect(loading).rejects.toThrow(`brand folder ${join(folder, 'focus')}: `)
    await expect(loading).rejects.toThrow(message)
  })

  it('rejects a folder without the default brand', async () => {
    await expect(loadBrands(await copyOf('focus'))).rejects.toThrow(/portal is missing/)
  })
})
