/**
 * Generates `regions.json` from the packages iso3166-2-db 2.3.11 (names) and opencc-js 1.4.2 (traditional to
 * simplified characters). They are not dependencies of the product: install both in another folder, then run
 * `node packages/server/src/identity/profile/region/extract.mjs <folder>`. Needed only for a new release of the source.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CHINESE_NAMES } from './chinese-names.mjs'

const folder = process.argv[2]
if (!folder) throw new Error('usage: extract.mjs <folder with iso3166-2-db and opencc-js installed>')
const require = createRequire(resolve(folder, 'package.json'))
const names = resolve(folder, 'node_modules/iso3166-2-db/regions')
const simplified = require('opencc-js').Converter({ from: 't', to: 'cn' })

/** The package's view of borders that follows the United Nations. */
const read = (country, lang) =>
  JSON.parse(readFileSync(`${names}/${country}/dispute/UN/${lang}.json`, 'utf8')).map(({ iso, name }) => ({
    code: iso.trim(),
    name: name.trim().normalize('NFC'),
  }))

const isChinese = name => /\p{Script=Han}/u.test(name)

function regionsOf(country) {
  const all = read(country, 'en')
  const coded = all.filter(({ code }) => /^[A-Z0-9]{1,3}$/.test(code))
  // A country most of whose divisions have no ISO code would get a misleadingly short list.
  if (coded.length * 2 < all.length || coded.length < 2) return []
  const chinese = new Map(read(country, 'zh').map(({ code, name }) => [code, name]))
  const entries = new Map()
  for (const { code, name } of coded) {
    const found = CHINESE_NAMES[`${country}-${code}`] ?? simplified(chinese.get(code) ?? '')
    if (!entries.has(code)) entries.set(code, isChinese(found) ? [name, found] : name)
  }
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
}

const regions = {}
for (const country of readdirSync(names).sort()) {
  const found = regionsOf(country)
  if (found.length > 0) regions[country] = Object.fromEntries(found)
}

const lines = Object.entries(regions).map(
  ([country, entries]) => `${JSON.stringify(country)}:${JSON.stringify(entries)}`,
)
const head = {
  source:
    'iso3166-2-db 2.3.11, https://github.com/esosedi/3166; Chinese names simplified and completed by extract.mjs',
  license: 'MIT, Copyright (c) 2016 esosedi',
}
writeFileSync(
  fileURLToPath(new URL('regions.json', import.meta.url)),
  `{\n"source":${JSON.stringify(head.source)},\n"license":${JSON.stringify(head.license)},\n"regions":{\n${lines.join(',\n')}\n}}\n`,
)
