import { expect, test } from 'vitest'
import { type CertificateContent, layOutCertificate } from './certificate-layout.ts'
import { renderPdf } from './certificate-pdf.ts'
import { measureText } from './fonts.ts'

const CONTENT: CertificateContent = {
  languages: ['zh-Hans', 'en'],
  brand: ['刻缝通行证', 'Kerf Passport'],
  logo: { width: 40, height: 20, paths: [{ d: 'M0 0H40V20Z', color: '#0b7446', x: 0, y: 0, scale: 1 }] },
  accent: '#0b7446',
  title: ['安全培训证书', 'Certificate of safety training'],
  awarded: ['兹证明', 'This certifies that'],
  finished: ['已看完', 'has watched'],
  course: ['激光安全', 'Laser safety'],
  lessons: ['火灾', '烟尘'],
  issuer: { label: ['签发机构', 'Issued by'], value: 'Kerf Line Instruments Ltd' },
  date: { label: ['签发日期', 'Issued on'], value: '2026-11-23' },
  number: { label: ['证书编号', 'Number'], value: 'KL-2222-3333-4444-5555' },
  check: ['查验此证书', 'Verify this certificate'],
  sealAlt: '安全徽章：激光安全',
  bearer: '王小明',
  checkUrl: 'https://passport.example/zh/certificate/KL-2222-3333-4444-5555',
  badge: 'laser',
}

/** The objects of a PDF by number. pdfkit writes dictionaries without compression. */
function parseObjects(pdf: Buffer): ReadonlyMap<string, string> {
  const objects = pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map([...objects].map(([, id = '', body = '']) => [id, body]))
}

/** A PDF string: UTF-16 with a byte order mark, or Latin. */
function stringOf(dictionary: string, key: string): string | undefined {
  const [, raw] = new RegExp(`/${key} \\(((?:\\\\[\\s\\S]|[^\\\\)])*)\\)`).exec(dictionary) ?? []
  const bytes =
    raw &&
    Buffer.from(
      raw
        .replace(/\\([\\()])/g, '$1')
        .replace(/\\r/g, '\r')
        .replace(/\\n/g, '\n'),
      'latin1',
    )
  if (!bytes) return undefined
  return bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1')
}

test('is tagged for screen readers: title, language, headings, descriptions, reading order (ISO 14289-1)', async () => {
  const pdf = await renderPdf(layOutCertificate(CONTENT), {
    title: '安全培训证书 KL-2222-3333-4444-5555',
    language: 'zh-Hans',
    author: 'Kerf Line Instruments Ltd',
  })
  const objects = parseObjects(pdf)
  const all = [...objects.values()]
  const root = all.find(body => body.includes('/Type /Catalog')) ?? ''
  expect(stringOf(root, 'Lang')).toBe('zh-Hans')
  expect(root).toContain('/StructTreeRoot')
  expect(all.some(body => body.includes('/DisplayDocTitle true'))).toBe(true)
  expect(all.some(body => body.includes('/Marked true'))).toBe(true)
  expect(pdf.toString('utf8')).toContain('<pdfuaid:part>1</pdfuaid:part>')

  const document = all.find(body => body.includes('/S /Document')) ?? ''
  const [, kids = ''] = /\/K \[([^\]]*)\]/.exec(document) ?? []
  const elements = [...kids.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => objects.get(id) ?? '')
  const described = elements.map(body => [
    /\/S \/(\w+)/.exec(body)?.[1],
    stringOf(body, 'Alt') ?? stringOf(body, 'Lang'),
  ])
  expect(described.slice(0, 4)).toEqual([
    ['Figure', '刻缝通行证 · Kerf Passport'],
    ['H1', 'zh-Hans'],
    ['P', 'en'],
    ['P', 'zh-Hans'],
  ])
  expect(described.filter(([type]) => type === 'Figure')).toHaveLength(2)
  expect(described).toContainEqual(['Figure', '安全徽章：激光安全'])
  expect(described).toContainEqual(['Link', `查验此证书: ${CONTENT.checkUrl}`])
  expect(all.some(body => body.includes('/Subtype /Link'))).toBe(true)
  expect(all.some(body => body.includes(`/URI (${CONTENT.checkUrl})`))).toBe(true)
})

test('a long name becomes smaller and is truncated at the end', () => {
  const shapes = layOutCertificate({ ...CONTENT, bearer: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4) })
  const name = shapes.find(shape => shape.kind === 'text' && shape.text.startsWith('Wolfe'))
  if (name?.kind !== 'text') throw new Error('no name')
  expect(name.text.endsWith('…')).toBe(true)
  expect(measureText(name.text, name.size, name.style)).toBeLessThan(500)
})
