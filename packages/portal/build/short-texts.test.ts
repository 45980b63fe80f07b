import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { shortenText } from './short-texts.ts'

const folder = new URL('../../../locales/generated/messages/', import.meta.url)

/** Runs the module of a text with the given language. */
async function run(code: string, name: string, language: string, inputs?: object): Promise<string> {
  const inline = code.replace(/import .*\n/, `const getLocale = () => '${language}'\n`)
  const module = await import(`data:text/javascript,${encodeURIComponent(inline)}`)
  return module[name](inputs)
}

test('a text stays the same text in both languages', async () => {
  const name = 'field_password_length'
  const short = shortenText(name, await readFile(new URL(`${name}.js`, folder), 'utf8')) ?? ''
  const whole = await import(new URL(`${name}.js`, folder).href)
  for (const locale of ['en', 'zh']) {
    const inputs = { min: 6, max: 20 }
    expect(await run(short, name, locale, inputs)).toBe(whole[name](inputs, { locale }))
  }
})

test('every text of the portal can be made short', async () => {
  const names = (await readdir(folder)).filter(name => /^(?:app|login)_\w+\.js$/.test(name))
  expect(names.length).toBeGreaterThan(20)
  for (const file of names) {
    const code = await readFile(new URL(file, folder), 'utf8')
    expect(shortenText(file.slice(0, -3), code), file).toBeDefined()
  }
})

test('what is not plain is left as it is', () => {
  expect(shortenText('x', 'export const x = () => 1')).toBeUndefined()
})
