/** Loads the brands at start, one per subfolder. No other code contains the name of a brand. */

import { access, readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Brand } from './brand.ts'

export const DEFAULT_BRAND = 'portal'

/** Width and height of `mark.png`: the mark of mails, for screens with up to three pixels a CSS pixel. */
export const MARK_PIXELS = 120

export interface BrandFiles {
  readonly logo: string
  readonly logoDark: string
  /** with the Chinese name; the same files as the others where a brand has none */
  readonly logoZh: string
  readonly logoZhDark: string
  readonly mark: string
  readonly left: string
}

export interface LoadedBrand {
  readonly brand: Brand
  /** absolute paths */
  readonly files: BrandFiles
  /** the mark in MARK_PIXELS × MARK_PIXELS: many mail programs do not show SVG */
  readonly markPng: Buffer
}

const FILE_NAMES = {
  logo: 'logo.svg',
  logoDark: 'logo-dark.svg',
  logoZh: 'logo-zh.svg',
  logoZhDark: 'logo-zh-dark.svg',
  mark: 'mark.svg',
  left: 'left.svg',
} as const satisfies Record<keyof BrandFiles, string>

const OLD_CLIENT_RULES: readonly Brand['oldClient'][] = ['always', 'handheld', 'never']
const COLOR_NAMES = ['accent', 'accentHover', 'onAccent', 'accentSoft', 'art'] as const

/**
 * Reads every subfolder of `folder` (default: the folder of this file). Sorted by code with the default brand first, so that
 * the order is the same on every machine.
 */
export const loadBrands = async (
  folder: URL | string = new URL('.', import.meta.url),
): Promise<ReadonlyMap<string, LoadedBrand>> => {
  const root = resolve(typeof folder === 'string' ? folder : fileURLToPath(folder))
  const entries = await readdir(root, { withFileTypes: true })
  const codes = entries
    .filter(entry => entry.isDirectory() && isBrandFolder(entry.name))
    .map(entry => entry.name)
    .sort(compareCodes)
  if (codes[0] !== DEFAULT_BRAND) {
    throw new Error(
      `brand folder ${join(root, DEFAULT_BRAND)} is missing: it is the default for unknown codes`,
    )
  }
  const loaded = await Promise.all(codes.map(code => loadBrand(join(root, code), code)))
  return new Map(loaded.map(entry => [entry.brand.code, entry]))
}

const isBrandFolder = (name: string) => !name.startsWith('.') && name !== 'node_modules'

// Compares by code unit, not by locale: the order must not depend on the language of the machine.
const compareCodes = (a: string, b: string) =>
  a === b ? 0 : a === DEFAULT_BRAND ? -1 : b === DEFAULT_BRAND ? 1 : a < b ? -1 : 1

const loadBrand = async (folder: string, code: string): Promise<LoadedBrand> => {
  const fail = (problem: string, cause?: unknown): never => {
    throw new Error(`brand folder ${folder}: ${problem}`, { cause })
  }
  const requireFile = async (name: string) => {
    const path = join(folder, name)
    await access(path).catch(cause => fail(`${name} is missing`, cause))
    return path
  }
  const source = await requireFile('brand.ts')
  const findFile = (name: string, otherwise: string) => {
    const path = join(folder, name)
    return access(path).then(
      () => path,
      () => otherwise,
    )
  }
  const [logo, logoDark] = [await requireFile(FILE_NAMES.logo), await requireFile(FILE_NAMES.logoDark)]
  const files: BrandFiles = {
    logo,
    logoDark,
    logoZh: await findFile(FILE_NAMES.logoZh, logo),
    logoZhDark: await findFile(FILE_NAMES.logoZhDark, logoDark),
    mark: await requireFile(FILE_NAMES.mark),
    left: await requireFile(FILE_NAMES.left),
  }
  const module: { brand?: unknown } = await import(pathToFileURL(source).href).catch(cause =>
    fail(`brand.ts does not load: ${cause instanceof Error ? cause.message : String(cause)}`, cause),
  )
  const { brand } = module
  const problem = isRecord(brand) ? findProblem(brand, code) : 'brand.ts exports no `brand`'
  if (problem) fail(problem)
  // findProblem has checked every field of the type.
  return { brand: brand as Brand, files, markPng: await readFile(await requireFile('mark.png')) }
}

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isNonEmptyText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTranslatedText = (value: unknown) =>
  isRecord(value) && isNonEmptyText(value.en) && isNonEmptyText(value.zh)
const isColorSet = (value: unknown) =>
  isRecord(value) && COLOR_NAMES.every(name => isNonEmptyText(value[name]))

/** Origins are compared as strings, so the text must equal the browser's serialization. */
const isHttpsOrigin = (value: unknown) =>
  isNonEmptyText(value) &&
  URL.canParse(value) &&
  new URL(value).protocol === 'https:' &&
  new URL(value).origin === value

/** Checks every field at run time, because a brand may be added without type checking, and a wrong origin is a vulnerability. */
const findProblem = (brand: Fields, code: string): string | undefined => {
  if (brand.code !== code) return `code is ${JSON.stringify(brand.code)}, but must equal the folder's name`
  for (const name of ['name', 'tagline'])
    if (!isTranslatedText(brand[name])) return `${name} needs text in en and zh`
  if (brand.registerTitle !== undefined && !isTranslatedText(brand.registerTitle)) {
    return 'registerTitle needs text in en and zh'
  }
  for (const name of ['independent', 'tokenToHost', 'training']) {
    if (typeof brand[name] !== 'boolean') return `${name} must be true or false`
  }
  if (!Array.isArray(brand.origins)) return 'origins must be a list'
  const invalidOrigin = brand.origins.find(origin => !isHttpsOrigin(origin))
  if (invalidOrigin !== undefined) return `${JSON.stringify(invalidOrigin)} is not an exact https origin`
  if (!OLD_CLIENT_RULES.some(value => value === brand.oldClient)) {
    return `oldClient must be one of ${OLD_CLIENT_RULES.join(', ')}`
  }
  if (!isNonEmptyText(brand.helpUrl) || !URL.canParse(brand.helpUrl)) return 'helpUrl must be an absolute URL'
  if (!isNonEmptyText(brand.legalName)) return 'legalName is missing'
  if (!Number.isInteger(brand.since)) return 'since must be a year'
  if (brand.filing !== undefined && !isNonEmptyText(brand.filing)) return 'filing must be text'
  if (!isRecord(brand.colors) || !isColorSet(brand.colors.light) || !isColorSet(brand.colors.dark)) {
    return `colors needs ${COLOR_NAMES.join(', ')} for light and dark`
  }
  return undefined
}

/** The brand with this code, else the default brand. */
export function findBrand(
  brands: ReadonlyMap<string, LoadedBrand>,
  code: string = DEFAULT_BRAND,
): LoadedBrand {
  const brand = brands.get(code) ?? brands.get(DEFAULT_BRAND)
  if (!brand) throw new Error(`brand ${DEFAULT_BRAND} is missing`)
  return brand
}
