/** A message as it will look, for a terminal: the same tree that the message centre draws. */
import { type Block, type Inline, parseMarkdown } from '@kerf/contract/message-markdown'

/** Styles only where somebody looks: a file or a pipe gets plain words. */
export interface Styles {
  readonly bold: (text: string) => string
  readonly faint: (text: string) => string
}

const code = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`
export const STYLED: Styles = { bold: code(1, 22), faint: code(2, 22) }
export const PLAIN: Styles = { bold: text => text, faint: text => text }

export function drawMarkdown(markdown: string, styles: Styles): string {
  const words = (inlines: readonly Inline[]): string => inlines.map(word).join('')
  const word = (inline: Inline): string => {
    switch (inline.type) {
      case 'text':
        return inline.text
      case 'code':
        return `\`${inline.text}\``
      case 'break':
        return '\n'
      case 'link':
        return `${words(inline.children)} ${styles.faint(`<${inline.href}>`)}`
      case 'strong':
        return styles.bold(words(inline.children))
      case 'struck':
        return `~${words(inline.children)}~`
      case 'emphasis':
        return words(inline.children)
    }
  }
  const indent = (text: string, first: string): string =>
    text
      .split('\n')
      .map((line, index) => (index === 0 ? first : ' '.repeat(first.length)) + line)
      .join('\n')
  const draw = (block: Block): string => {
    switch (block.type) {
      case 'paragraph':
        return words(block.children)
      case 'heading':
        return styles.bold(words(block.children))
      case 'rule':
        return styles.faint('─'.repeat(24))
      case 'code':
        return indent(block.text, '    ')
      case 'quote':
        return block.children
          .map(draw)
          .join('\n\n')
          .split('\n')
          .map(line => `${styles.faint('│')} ${line}`)
          .join('\n')
      case 'list':
        return block.items
          .map((item, index) =>
            indent(item.map(draw).join('\n'), block.start === null ? '• ' : `${block.start + index}. `),
          )
          .join('\n')
    }
  }
  return parseMarkdown(markdown).map(draw).join('\n\n')
}
