import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { OperationError, REFUSAL_NAMES } from './operation-error.ts'

const LANGUAGES = ['en', 'zh'] as const
const Refusal = OperationError as new (name: string, values: object) => OperationError

test('every refusal has a sentence of its own in both languages', () => {
  // Without values: what they name differs, not the sentences.
  const errors = REFUSAL_NAMES.map(name => new Refusal(name, {}))
  expect(errors.length).toBeGreaterThan(100)
  for (const { refusal, text, message } of errors) {
    expect(text.en, refusal).toMatch(/^[^\u4e00-\u9fff]{10,}$/)
    expect(text.zh, refusal).toMatch(/[\u4e00-\u9fff]/)
    expect(message).toBe(text.en)
  }
  for (const language of LANGUAGES) {
    const texts = errors.map(({ text }) => text[language])
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  }
})

test('every refusal is made somewhere', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(`${folder}${file}`, 'utf8'))
    .join('\n')
  expect(REFUSAL_NAMES.filter(name => !sources.includes(`'${name}'`))).toEqual([])
})

test('a value that differs by language stands in the text of that language', () => {
  const name = { en: 'The account that stays', zh: '保留的账号' }
  const { text } = new OperationError('merge_account_unknown', { account: name })
  expect(text).toEqual({ en: 'The account that stays does not exist.', zh: '保留的账号不存在。' })
})
