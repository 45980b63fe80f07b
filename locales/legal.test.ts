import { expect, test } from 'vitest'
import { type LegalBlock, type LegalName, type LegalText, loadLegalText } from './legal.ts'

const shapeOf = (block: LegalBlock) => {
  if (typeof block === 'string') return placeholders(block)
  if ('list' in block) return block.list.length
  return [block.table.head.length, ...block.table.rows.map(row => row.length)]
}
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(match => match[0]).sort()
const skeleton = ({ summary, sections }: LegalText) => ({
  summary: summary.length,
  sections: sections.map(({ id, body }) => ({ id, body: body.map(shapeOf) })),
})

test.each<LegalName>(['terms', 'privacy'])(
  '%s say the same in both languages, section by section',
  async name => {
    const [en, zh] = await Promise.all([loadLegalText(name, 'en'), loadLegalText(name, 'zh')])
    expect(skeleton(zh)).toEqual(skeleton(en))
    const ids = en.sections.map(section => section.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const text of [en, zh]) {
      const known = ['{company}', '{help}', '{product}']
      expect(placeholders(JSON.stringify(text)).filter(found => !known.includes(found))).toEqual([])
    }
  },
)
