import { describe, expect, test } from 'vitest'
import { type Block, markdownToPlainText, parseMarkdown, safeLink } from './message-markdown.ts'

const text = (value: string) => ({ type: 'text', text: value })
const paragraph = (...children: object[]) => [{ type: 'paragraph', children }]

test.each<[string, unknown]>([
  ['', []],
  [' \n\t\n', []],
  ['a\nb', paragraph(text('a b'))],
  ['a  \nb', paragraph(text('a'), { type: 'break' }, text('b'))],
  ['a\\\nb', paragraph(text('a'), { type: 'break' }, text('b'))],
  ['a\r\n\r\nb', [...paragraph(text('a')), ...paragraph(text('b'))]],
  ['# Big', [{ type: 'heading', level: 1, children: [text('Big')] }]],
  ['##### Small ##', [{ type: 'heading', level: 3, children: [text('Small')] }]],
  ['#none', paragraph(text('#none'))],
  ['---', [{ type: 'rule' }]],
  ['**a** b', paragraph({ type: 'strong', children: [text('a')] }, text(' b'))],
  [
    '*a* _b_ ~~c~~',
    paragraph(
      { type: 'emphasis', children: [text('a')] },
      text(' '),
      { type: 'emphasis', children: [text('b')] },
      text(' '),
      { type: 'struck', children: [text('c')] },
    ),
  ],
  [
    '**a *b* c**',
    paragraph({
      type: 'strong',
      children: [text('a '), { type: 'emphasis', children: [text('b')] }, text(' c')],
    }),
  ],
  ['snake_case_name 2 * 3 * 4', paragraph(text('snake_case_name 2 * 3 * 4'))],
  ['**切割**完成', paragraph({ type: 'strong', children: [text('切割')] }, text('完成'))],
  ['`a*b*`', paragraph({ type: 'code', text: 'a*b*' })],
  ['``a`b``', paragraph({ type: 'code', text: 'a`b' })],
  ['\\*a\\* \\<b>', paragraph(text('*a* <b>'))],
  ['```js\n<b>*x*\n```\nz', [{ type: 'code', text: '<b>*x*' }, ...paragraph(text('z'))]],
  ['```\nopen', [{ type: 'code', text: 'open' }]],
  ['> a\n> b', [{ type: 'quote', children: paragraph(text('a b')) }]],
  ['- a\n- b', [{ type: 'list', start: null, items: [paragraph(text('a')), paragraph(text('b'))] }]],
  ['3. a\n4. b', [{ type: 'list', start: 3, items: [paragraph(text('a')), paragraph(text('b'))] }]],
  [
    '- a\n  - b',
    [
      {
        type: 'list',
        start: null,
        items: [[...paragraph(text('a')), { type: 'list', start: null, items: [paragraph(text('b'))] }]],
      },
    ],
  ],
  [
    '[a](https://x.example/b)',
    paragraph({ type: 'link', href: 'https://x.example/b', children: [text('a')] }),
  ],
  [
    '<https://x.example/b>',
    paragraph({ type: 'link', href: 'https://x.example/b', children: [text('https://x.example/b')] }),
  ],
  [
    '![a](https://x.example/b.png)',
    paragraph(text('!'), { type: 'link', href: 'https://x.example/b.png', children: [text('a')] }),
  ],
  ['[a](javascript:alert(1))', paragraph({ type: 'emphasis', children: [text('a')] }, text(')'))],
  ['<b>a</b>', paragraph(text('<b>a</b>'))],
])('parses %j', (markdown, tree) => {
  expect(parseMarkdown(markdown)).toEqual(tree)
})

describe('links', () => {
  test.each(['https://x.example', 'HTTPS://X.example/ä?b#c'])('accepts %s', link => {
    expect(safeLink(link)).toBe(new URL(link).href)
  })
  test.each([
    'http://x.example',
    '//x.example',
    '/x',
    'x',
    '',
    'javascript:alert(1)',
    ' https://x.example',
    'https://x.example\n',
    'https://a@x.example',
    'https://a:b@x.example',
    'https://x.example\\@y',
    'https:x.example',
    'https:///x.example',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://x.example/1',
    'java\tscript:x',
    '\u0000https://x.example',
    'https://\u202ex.example',
    `https://x.example/${'x'.repeat(2_000)}`,
    undefined,
    null,
    7,
    {},
    ['https://x.example'],
  ])('rejects %j', link => {
    expect(safeLink(link)).toBeUndefined()
  })
})

const NODES = new Set([
  'paragraph',
  'heading',
  'list',
  'quote',
  'code',
  'rule',
  'text',
  'break',
  'strong',
  'emphasis',
  'struck',
  'link',
])
const walk = (node: unknown): void => {
  if (Array.isArray(node)) {
    for (const one of node) walk(one)
    return
  }
  const { type, children, items, href } = node as Block & {
    children?: unknown
    items?: unknown
    href?: string
  }
  expect(NODES.has(type)).toBe(true)
  if (href !== undefined) expect(safeLink(href)).toBe(href)
  if (children) walk(children)
  if (items) walk(items)
}

test('produces only the listed node types and safe links for random input', () => {
  const pieces = [
    '*',
    '**',
    '_',
    '`',
    '```',
    '\n',
    '[',
    '](',
    ')',
    '<',
    '>',
    '> ',
    '- ',
    '1. ',
    '# ',
    'a',
    ' ',
    '\\',
    'javascript:',
    'https://x.example',
    '~~',
    '<img src=x onerror=alert(1)>',
  ]
  let seed = 20_101
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed
  }
  for (let i = 0; i < 5_000; i++)
    walk(parseMarkdown(Array.from({ length: next() % 40 }, () => pieces[next() % pieces.length]).join('')))
})

test.each([
  '*',
  '**',
  '_',
  '`',
  '[',
  '](',
  '<',
  '> ',
  '- ',
  '  - ',
  '[a](',
  '**a ',
  '*a',
  '``` ',
  '`a',
  '\\',
  '~~',
  '_a ',
  '[[',
  '# ',
  '1. ',
  '<https://',
  '*a **b ',
])('parses %j repeated ten thousand times without delay', piece => {
  for (const glue of ['', '\n'])
    parseMarkdown(
      Array.from({ length: 10_000 }, () => piece)
        .join(glue)
        .slice(0, 20_000),
    )
})

// A quadratic algorithm would time out.
test.each([
  ['an invalid heading', `#${' '.repeat(1_000_000)}\u2028x`],
  ['a heading with many closing marks', `# a${' # '.repeat(300_000)}x`],
  ['an invalid fence', `${'~'.repeat(1_000_000)}\``],
  ['unclosed backticks', `a ${'`'.repeat(1_000_000)}`],
  ['an invalid fence of backticks', `${'`'.repeat(1_000_000)}x\``],
  ['an invalid rule', `${'- '.repeat(500_000)}x`],
  ['an invalid rule with gaps', `-${' '.repeat(1_000_000)}x`],
])('parses %s of a million characters without delay', (_, text) => {
  expect(markdownToPlainText(text, 200_000)).not.toBe('')
})

test.each([
  ['## Words ##', 'Words'],
  ['# Words#', 'Words#'],
  ['# Words # of #', 'Words # of'],
  ['# ##', ''],
  ['#   ', ''],
])('removes the closing marks of %j', (markdown, words) => {
  expect(parseMarkdown(markdown)[0]).toMatchObject({ type: 'heading' })
  expect(markdownToPlainText(markdown)).toBe(words)
})

test.each([
  ['# A\n\nb **c** [d](https://x.example)', 'A · b c d'],
  ['# A', 'A'],
  ['测量割缝：\n\n1. 切\n2. 推', '测量割缝：切 · 推'],
  ['- a\n- b', 'a · b'],
  ['x'.repeat(500), `${'x'.repeat(160)}…`],
  ['fiver '.repeat(50), `${'fiver '.repeat(26).trimEnd()}…`],
  ['机器'.repeat(100), `${'机器'.repeat(80)}…`],
  ['', ''],
])('plain text of %j', (markdown, words) => {
  expect(markdownToPlainText(markdown)).toBe(words)
})
