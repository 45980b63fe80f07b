/**
 * Markdown parser of messages, shared by portal and command line. The tree has no raw HTML, no pictures and no attributes
 * except the https URL of a link, so nothing else can be rendered (S-113).
 *
 * Supported: paragraphs, `#` headings, `-` and `1.` lists, `>` quotes, ``` blocks, rules, **strong**, *emphasis*, ~~struck~~,
 * `code`, [links](https://…), <https://…>, line breaks and backslash escapes. Anything else is text.
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

/** Nesting of lists and quotes; deeper ones are text. */
const BLOCK_DEPTH_MAX = 4
/** Nesting of inline marks. */
const INLINE_DEPTH_MAX = 6
const LINK_LENGTH_MAX = 2_000
const LINK_TEXT_LENGTH_MAX = 500

/**
 * Returns the normalized URL of a link, or undefined if it is not https, or contains user info, white space, control
 * characters or a backslash.
 */
export function safeLink(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || raw.length > LINK_LENGTH_MAX || !/^https:\/\/[^/?#@]/i.test(raw))
    return undefined
  if (/[\s\\\p{C}]/u.test(raw) || !URL.canParse(raw)) return undefined
  const url = new URL(raw)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined
}

export function parseMarkdown(text: string): readonly Block[] {
  return parseBlocks(text.replace(/\r\n?/g, '\n').split('\n'), 0)
}

// Each expression matches in linear time: message bodies are untrusted.
const HEADING = /^ {0,3}(#{1,6}) +(\S.*)?$/s
const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^`]*$/
const QUOTE = /^ {0,3}> ?/
const BULLET = /^( {0,3}[-*+] {1,4})(?=\S)/
const NUMBER = /^( {0,3}(\d{1,9})[.)] {1,4})(?=\S)/

const matchListMarker = (line: string): RegExpExecArray | null => BULLET.exec(line) ?? NUMBER.exec(line)
const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === ''
const startsBlock = (line: string): boolean =>
  HEADING.test(line) ||
  RULE.test(line) ||
  FENCE.test(line) ||
  QUOTE.test(line) ||
  matchListMarker(line) !== null

function parseBlocks(lines: readonly string[], depth: number): Block[] {
  const result: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (isBlank(line)) {
      at++
      continue
    }
    const [block, next] =
      depth > BLOCK_DEPTH_MAX ? parseParagraph(lines, at, () => false) : parseBlock(lines, at, depth)
    result.push(block)
    at = next
  }
  return result
}

/** A block and the index of the line after it. */
type ParsedBlock = readonly [Block, next: number]

function parseBlock(lines: readonly string[], at: number, depth: number): ParsedBlock {
  const line = lines[at] ?? ''
  const heading = HEADING.exec(line)
  if (heading) {
    const level = Math.min(heading[1]?.length ?? 1, 3) as 1 | 2 | 3
    return [{ type: 'heading', level, children: parseInlines(withoutClosingMarks(heading[2] ?? '')) }, at + 1]
  }
  if (RULE.test(line)) return [{ type: 'rule' }, at + 1]
  const fence = FENCE.exec(line)?.[1]
  if (fence) return parseFencedCode(lines, at + 1, fence)
  if (QUOTE.test(line)) {
    let end = at
    while (end < lines.length && QUOTE.test(lines[end] ?? '')) end++
    const inside = lines.slice(at, end).map(one => one.replace(QUOTE, ''))
    return [{ type: 'quote', children: parseBlocks(inside, depth + 1) }, end]
  }
  return matchListMarker(line) ? parseList(lines, at, depth) : parseParagraph(lines, at, startsBlock)
}

/** Removes the optional closing marks of a heading: `## Words ##`. */
function withoutClosingMarks(text: string): string {
  const trimmed = text.trimEnd()
  let end = trimmed.length
  while (trimmed[end - 1] === '#') end--
  if (end < trimmed.length && (end === 0 || trimmed[end - 1] === ' ')) return trimmed.slice(0, end).trimEnd()
  return trimmed
}

function parseFencedCode(lines: readonly string[], from: number, fence: string): ParsedBlock {
  let end = from
  const closes = (line: string): boolean => line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim())
  while (end < lines.length && !closes(lines[end] ?? '')) end++
  return [{ type: 'code', text: lines.slice(from, end).join('\n') }, end + 1]
}

function parseParagraph(lines: readonly string[], at: number, ends: (line: string) => boolean): ParsedBlock {
  let end = at + 1
  while (end < lines.length && !isBlank(lines[end]) && !ends(lines[end] ?? '')) end++
  return [{ type: 'paragraph', children: parseInlines(lines.slice(at, end).join('\n')) }, end]
}

function parseList(lines: readonly string[], from: number, depth: number): ParsedBlock {
  const first = matchListMarker(lines[from] ?? '')
  const start = first?.[2] === undefined ? null : Number(first[2])
  const items: Block[][] = []
  let at = from
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const found = matchListMarker(line)
    if (!found || RULE.test(line) || (found[2] === undefined) !== (start === null)) break
    const width = found[1]?.length ?? 2
    const inside = [line.slice(width)]
    at++
    // Indented lines belong to the item, including blank lines between them.
    while (at < lines.length) {
      const next = lines[at] ?? ''
      const indented = next.startsWith(' '.repeat(width))
      const continues = isBlank(next)
        ? (lines[at + 1] ?? '').startsWith(' '.repeat(width)) && !isBlank(lines[at + 1])
        : indented || (!startsBlock(next) && !isBlank(lines[at - 1]))
      if (!continues) break
      inside.push(indented ? next.slice(width) : next.trimStart())
      at++
    }
    items.push(parseBlocks(inside, depth + 1))
    while (isBlank(lines[at]) && at < lines.length && matchListMarker(lines[at + 1] ?? '')) at++
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

/** Positions from which a closing mark is known to be missing. Keeps a text of opening marks only linear. */
type MissingMarks = Map<string, number>

function parseInlines(text: string, depth = 0): Inline[] {
  const result: Inline[] = []
  const missing: MissingMarks = new Map()
  let plain = ''
  const flush = (): void => {
    if (plain !== '') result.push({ type: 'text', text: plain })
    plain = ''
  }
  let at = 0
  while (at < text.length) {
    const letter = text[at] ?? ''
    if (letter === '\\' && text[at + 1] === '\n') {
      flush()
      result.push({ type: 'break' })
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
        result.push({ type: 'break' })
      } else plain += ' '
      at++
      continue
    }
    const found = depth < INLINE_DEPTH_MAX ? parseInline(text, at, depth, missing) : undefined
    if (found) {
      flush()
      result.push(found[0])
      at = found[1]
    } else if (letter === '`') {
      // An unclosed run of backticks is text as a whole.
      const run = countBackticks(text, at)
      plain += '`'.repeat(run)
      at += run
    } else {
      plain += letter
      at++
    }
  }
  flush()
  return result
}

/** An inline node and the position after it. */
type ParsedInline = readonly [Inline, next: number] | undefined

function parseInline(text: string, at: number, depth: number, missing: MissingMarks): ParsedInline {
  const letter = text[at]
  if (letter === '`') return parseCode(text, at, missing)
  if (letter === '[') return parseLink(text, at, depth, missing)
  if (letter === '<') return parseAutolink(text, at, missing)
  if (letter !== '*' && letter !== '_' && letter !== '~') return undefined
  const mark = MARKS.find(([sign]) => text.startsWith(sign, at))
  if (!mark) return undefined
  const [sign, type] = mark
  const from = at + sign.length
  const inWord = letter === '_' && WORD.test(text[at - 1] ?? '')
  if (inWord || /^\s?$/.test(text[from] ?? '')) return undefined
  const end = findClosingMark(text, sign, from + 1, missing)
  if (end === undefined) return undefined
  return [{ type, children: parseInlines(text.slice(from, end), depth + 1) }, end + sign.length]
}

/** Returns the position of the closing mark: not after white space and, for `_`, not within a word. */
function findClosingMark(
  text: string,
  sign: string,
  from: number,
  missing: MissingMarks,
): number | undefined {
  if ((missing.get(sign) ?? Number.POSITIVE_INFINITY) <= from) return undefined
  for (let end = text.indexOf(sign, from); end !== -1; end = text.indexOf(sign, end + 1)) {
    const before = text[end - 1] ?? ''
    if (/\s/.test(before) || before === '\\') continue
    const after = text[end + sign.length] ?? ''
    if (sign.length === 1 && (after === sign || before === sign)) {
      // Part of a longer run, which belongs to another mark.
      while (text[end + 1] === sign) end++
      continue
    }
    if (sign[0] === '_' && WORD.test(after)) continue
    return end
  }
  missing.set(sign, Math.min(missing.get(sign) ?? from, from))
  return undefined
}

function countBackticks(text: string, at: number): number {
  let ticks = 1
  while (text[at + ticks] === '`') ticks++
  return ticks
}

function parseCode(text: string, at: number, missing: MissingMarks): ParsedInline {
  const ticks = countBackticks(text, at)
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

/** A link with a rejected URL becomes emphasized text. */
function parseLink(text: string, at: number, depth: number, missing: MissingMarks): ParsedInline {
  if ((missing.get('](') ?? Number.POSITIVE_INFINITY) <= at) return undefined
  const middle = text.indexOf('](', at)
  if (middle === -1) {
    missing.set('](', at)
    return undefined
  }
  const linkText = text.slice(at + 1, middle)
  if (/[[\]]/.test(linkText) || linkText.length > LINK_TEXT_LENGTH_MAX) return undefined
  const end = text.indexOf(')', middle + 2)
  if (end === -1 || end - middle > LINK_LENGTH_MAX + 100) return undefined
  const [address = ''] = text
    .slice(middle + 2, end)
    .trim()
    .split(/\s/, 1)
  const href = safeLink(address.replace(/^<(.*)>$/, '$1'))
  const children = parseInlines(linkText, depth + 1)
  if (href === undefined) return [{ type: 'emphasis', children }, end + 1]
  return [{ type: 'link', href, children }, end + 1]
}

function parseAutolink(text: string, at: number, missing: MissingMarks): ParsedInline {
  if ((missing.get('>') ?? Number.POSITIVE_INFINITY) <= at) return undefined
  const end = text.indexOf('>', at)
  if (end === -1) {
    missing.set('>', at)
    return undefined
  }
  if (end - at > LINK_LENGTH_MAX) return undefined
  const address = text.slice(at + 1, end)
  const href = safeLink(address)
  if (href === undefined) return undefined
  return [{ type: 'link', href, children: [{ type: 'text', text: address }] }, end + 1]
}

const inlineText = (inline: Inline): string => {
  if (inline.type === 'text' || inline.type === 'code') return inline.text
  return inline.type === 'break' ? ' ' : inline.children.map(inlineText).join('')
}

const blockText = (block: Block): string => {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return block.children.map(inlineText).join('')
    case 'quote':
      return block.children.map(blockText).join(' ')
    case 'list':
      return block.items.map(item => item.map(blockText).join(' ')).join(' · ')
    case 'code':
      return block.text
    case 'rule':
      return ''
  }
}

/** A mark of Chinese brings its own space. */
const gapAfter = (text: string, isHeading: boolean): string =>
  isHeading ? ' · ' : /[。！？；：，]$/.test(text) ? '' : ' '

/** A last word that is longer, such as an address, is cut inside. */
const LAST_WORD_LENGTH_MAX = 24

/** Returns the start of the text without marks, for previews: cut between words, with a dot after headings. */
export function markdownToPlainText(markdown: string, lengthMax = 160): string {
  // A prefix suffices: marks take at most a few times the length of the text.
  const blocks = parseMarkdown(markdown.slice(0, lengthMax * 8)).map(block => ({
    text: blockText(block),
    isHeading: block.type === 'heading',
  }))
  const line = blocks
    .filter(({ text }) => text !== '')
    .map(({ text, isHeading }, i, all) => (i < all.length - 1 ? text + gapAfter(text, isHeading) : text))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  if (letters.length <= lengthMax) return line
  const start = letters.slice(0, lengthMax).join('')
  const space = letters[lengthMax] === ' ' ? start.length : start.lastIndexOf(' ')
  const end = space > 0 && start.length - space <= LAST_WORD_LENGTH_MAX ? space : start.length
  return `${start.slice(0, end).replace(/[ ·]{1,3}$/, '')}…`
}
