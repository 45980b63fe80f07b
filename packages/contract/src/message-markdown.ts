/**
 * The Markdown of messages, read into a small tree: what the tree cannot say cannot be shown. There is no raw HTML, no
 * picture, no attribute but a link's address, and that is https. One rule for browser and command line (S-113).
 *
 * Read: paragraphs, `#` headings, `-` and `1.` lists, `>` quotes, ``` blocks, rules, **strong**, *emphasis*, ~~struck~~,
 * `code`, [links](https://…), <https://…>, line breaks, and backslash before a mark that is meant. Anything else is text.
 */

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'strong' | 'emphasis' | 'struck'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly href: string; readonly children: readonly Inline[] }

export type Block =
  | { readonly type: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly type: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'rule' }

/** Lists and quotes within one another; deeper ones are text. */
const DEEPEST = 4
/** Marks within one another. */
const DEEPEST_MARK = 6

/**
 * The address of a link as a browser would follow it: https, without user info, white space, control or backslash;
 * undefined for any other.
 */
export function safeLink(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || raw.length > 2_000 || !/^https:\/\/[^/?#@]/i.test(raw)) return undefined
  if (/[\s\\\p{C}]/u.test(raw) || !URL.canParse(raw)) return undefined
  const url = new URL(raw)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined
}

export function parseMarkdown(text: string): readonly Block[] {
  return blocks(text.replace(/\r\n?/g, '\n').split('\n'), 0)
}

// None of these takes longer than its line is long, whatever stands there: a body comes from others.
const HEADING = /^ {0,3}(#{1,6}) +(\S.*)?$/s
const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^`]*$/
const QUOTE = /^ {0,3}> ?/
const BULLET = /^( {0,3}[-*+] {1,4})(?=\S)/
const NUMBER = /^( {0,3}(\d{1,9})[.)] {1,4})(?=\S)/

const marker = (line: string): RegExpExecArray | null => BULLET.exec(line) ?? NUMBER.exec(line)
const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === ''
const begins = (line: string): boolean =>
  HEADING.test(line) || RULE.test(line) || FENCE.test(line) || QUOTE.test(line) || marker(line) !== null

function blocks(lines: readonly string[], depth: number): Block[] {
  const made: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (isBlank(line)) {
      at++
      continue
    }
    const [block, next] = depth > DEEPEST ? paragraph(lines, at, () => false) : blockAt(lines, at, depth)
    made.push(block)
    at = next
  }
  return made
}

type Taken = readonly [Block, next: number]

function blockAt(lines: readonly string[], at: number, depth: number): Taken {
  const line = lines[at] ?? ''
  const heading = HEADING.exec(line)
  if (heading) {
    const level = Math.min(heading[1]?.length ?? 1, 3) as 1 | 2 | 3
    return [{ type: 'heading', level, children: inlines(withoutClosing(heading[2] ?? '')) }, at + 1]
  }
  if (RULE.test(line)) return [{ type: 'rule' }, at + 1]
  const fence = FENCE.exec(line)?.[1]
  if (fence) return code(lines, at + 1, fence)
  if (QUOTE.test(line)) {
    let end = at
    while (end < lines.length && QUOTE.test(lines[end] ?? '')) end++
    const inside = lines.slice(at, end).map(one => one.replace(QUOTE, ''))
    return [{ type: 'quote', children: blocks(inside, depth + 1) }, end]
  }
  return marker(line) ? list(lines, at, depth) : paragraph(lines, at, begins)
}

/** A heading may be closed by marks of its own: `## Words ##`. */
function withoutClosing(text: string): string {
  const trimmed = text.trimEnd()
  let end = trimmed.length
  while (trimmed[end - 1] === '#') end--
  if (end < trimmed.length && (end === 0 || trimmed[end - 1] === ' ')) return trimmed.slice(0, end).trimEnd()
  return trimmed
}

function code(lines: readonly string[], from: number, fence: string): Taken {
  let end = from
  const closes = (line: string): boolean => line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim())
  while (end < lines.length && !closes(lines[end] ?? '')) end++
  return [{ type: 'code', text: lines.slice(from, end).join('\n') }, end + 1]
}

function paragraph(lines: readonly string[], at: number, ends: (line: string) => boolean): Taken {
  let end = at + 1
  while (end < lines.length && !isBlank(lines[end]) && !ends(lines[end] ?? '')) end++
  return [{ type: 'paragraph', children: inlines(lines.slice(at, end).join('\n')) }, end]
}

function list(lines: readonly string[], from: number, depth: number): Taken {
  const first = marker(lines[from] ?? '')
  const start = first?.[2] === undefined ? null : Number(first[2])
  const items: Block[][] = []
  let at = from
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const found = marker(line)
    if (!found || RULE.test(line) || (found[2] === undefined) !== (start === null)) break
    const width = found[1]?.length ?? 2
    const inside = [line.slice(width)]
    at++
    // What is indented belongs to the item, blank lines between included.
    while (at < lines.length) {
      const next = lines[at] ?? ''
      const indented = next.startsWith(' '.repeat(width))
      const goesOn = isBlank(next)
        ? (lines[at + 1] ?? '').startsWith(' '.repeat(width)) && !isBlank(lines[at + 1])
        : indented || (!begins(next) && !isBlank(lines[at - 1]))
      if (!goesOn) break
      inside.push(indented ? next.slice(width) : next.trimStart())
      at++
    }
    items.push(blocks(inside, depth + 1))
    while (isBlank(lines[at]) && at < lines.length && marker(lines[at + 1] ?? '')) at++
  }
  return [{ type: 'list', start, items }, at]
}

const MARKS = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'struck'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
] as const
const ESCAPABLE = /[!-/:-@[-`{-~]/
const WORD = /[\p{L}\p{N}]/u

/** What is looked for and was not found stays unfound: a text of nothing but openings is read once, not once each. */
type Missing = Map<string, number>

function inlines(text: string): Inline[] {
  return readInline(text, 0)
}

function readInline(text: string, depth: number): Inline[] {
  const made: Inline[] = []
  const missing: Missing = new Map()
  let plain = ''
  const flush = (): void => {
    if (plain !== '') made.push({ type: 'text', text: plain })
    plain = ''
  }
  let at = 0
  while (at < text.length) {
    const letter = text[at] ?? ''
    if (letter === '\\' && text[at + 1] === '\n') {
      flush()
      made.push({ type: 'break' })
      at += 2
      continue
    }
    if (letter === '\\' && ESCAPABLE.test(text[at + 1] ?? '')) {
      plain += text[at + 1]
      at += 2
      continue
    }
    if (letter === '\n') {
      const hard = plain.endsWith('  ')
      plain = plain.trimEnd()
      if (hard) {
        flush()
        made.push({ type: 'break' })
      } else plain += ' '
      at++
      continue
    }
    const found = depth < DEEPEST_MARK ? inlineAt(text, at, depth, missing) : undefined
    if (found) {
      flush()
      made.push(found[0])
      at = found[1]
    } else if (letter === '`') {
      // A run that nothing closes is text as a whole: part of it would be looked for in vain again.
      const run = runOf(text, at)
      plain += '`'.repeat(run)
      at += run
    } else {
      plain += letter
      at++
    }
  }
  flush()
  return made
}

type Found = readonly [Inline, next: number] | undefined

function inlineAt(text: string, at: number, depth: number, missing: Missing): Found {
  const letter = text[at]
  if (letter === '`') return codeAt(text, at, missing)
  if (letter === '[') return linkAt(text, at, depth, missing)
  if (letter === '<') return addressAt(text, at, missing)
  if (letter !== '*' && letter !== '_' && letter !== '~') return undefined
  const mark = MARKS.find(([sign]) => text.startsWith(sign, at))
  if (!mark) return undefined
  const [sign, type] = mark
  const from = at + sign.length
  const inWord = letter === '_' && WORD.test(text[at - 1] ?? '')
  if (inWord || /^\s?$/.test(text[from] ?? '')) return undefined
  const end = closing(text, sign, from + 1, missing)
  if (end === undefined) return undefined
  return [{ type, children: readInline(text.slice(from, end), depth + 1) }, end + sign.length]
}

/** Where a mark closes: after something that is no space, and for `_` not within a word. */
function closing(text: string, sign: string, from: number, missing: Missing): number | undefined {
  if ((missing.get(sign) ?? Number.POSITIVE_INFINITY) <= from) return undefined
  for (let end = text.indexOf(sign, from); end !== -1; end = text.indexOf(sign, end + 1)) {
    const before = text[end - 1] ?? ''
    if (/\s/.test(before) || before === '\\') continue
    const after = text[end + sign.length] ?? ''
    if (sign.length === 1 && (after === sign || before === sign)) {
      // Part of a longer run: another mark's.
      while (text[end + 1] === sign) end++
      continue
    }
    if (sign[0] === '_' && WORD.test(after)) continue
    return end
  }
  missing.set(sign, Math.min(missing.get(sign) ?? from, from))
  return undefined
}

function runOf(text: string, at: number): number {
  let ticks = 1
  while (text[at + ticks] === '`') ticks++
  return ticks
}

function codeAt(text: string, at: number, missing: Missing): Found {
  const ticks = runOf(text, at)
  const fence = '`'.repeat(ticks)
  if ((missing.get(fence) ?? Number.POSITIVE_INFINITY) <= at) return undefined
  let end = text.indexOf(fence, at + ticks)
  while (end !== -1 && text[end + ticks] === '`') {
    let past = end + ticks
    while (text[past] === '`') past++
    end = text.indexOf(fence, past)
  }
  if (end === -1) {
    missing.set(fence, at)
    return undefined
  }
  return [
    {
      type: 'code',
      text: text
        .slice(at + ticks, end)
        .replaceAll('\n', ' ')
        .trim(),
    },
    end + ticks,
  ]
}

/** A link whose address is none we follow is its words alone. */
function linkAt(text: string, at: number, depth: number, missing: Missing): Found {
  if ((missing.get('](') ?? Number.POSITIVE_INFINITY) <= at) return undefined
  const middle = text.indexOf('](', at)
  if (middle === -1) {
    missing.set('](', at)
    return undefined
  }
  const words = text.slice(at + 1, middle)
  if (/[[\]]/.test(words) || words.length > 500) return undefined
  const end = text.indexOf(')', middle + 2)
  if (end === -1 || end - middle > 2_100) return undefined
  const [address = ''] = text
    .slice(middle + 2, end)
    .trim()
    .split(/\s/, 1)
  const href = safeLink(address.replace(/^<(.*)>$/, '$1'))
  const children = readInline(words, depth + 1)
  if (href === undefined) return [{ type: 'emphasis', children }, end + 1]
  return [{ type: 'link', href, children }, end + 1]
}

function addressAt(text: string, at: number, missing: Missing): Found {
  if ((missing.get('>') ?? Number.POSITIVE_INFINITY) <= at) return undefined
  const end = text.indexOf('>', at)
  if (end === -1) {
    missing.set('>', at)
    return undefined
  }
  if (end - at > 2_000) return undefined
  const address = text.slice(at + 1, end)
  const href = safeLink(address)
  if (href === undefined) return undefined
  return [{ type: 'link', href, children: [{ type: 'text', text: address }] }, end + 1]
}

const wordsOf = (inline: Inline): string => {
  if (inline.type === 'text' || inline.type === 'code') return inline.text
  return inline.type === 'break' ? ' ' : inline.children.map(wordsOf).join('')
}

const blockWords = (block: Block): string => {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.children.map(wordsOf).join('')
    case 'quote':
      return block.children.map(blockWords).join(' ')
    case 'list':
      return block.items.map(item => item.map(blockWords).join(' ')).join(' · ')
    case 'code':
      return block.text
    case 'rule':
      return ''
  }
}

/** The first words of a text, without its marks. */
export function markdownToPlainText(markdown: string, most = 160): string {
  // Enough for the words wanted, whatever stands between them.
  const words = parseMarkdown(markdown.slice(0, most * 8)).map(blockWords)
  const line = words.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim()
  return [...line].length > most ? `${[...line].slice(0, most).join('').trimEnd()}…` : line
}
