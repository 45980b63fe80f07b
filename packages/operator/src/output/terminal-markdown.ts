/** Draws message Markdown on a terminal, from the same syntax tree as the message center. */
import { type Block, type Inline, parseMarkdown } from '@kerf/contract/messages/message-markdown'

/** Terminal styles. Files and pipes get `PLAIN`. */
export interface Styles {
  readonly bold: (text: string) => string
  readonly faint: (text: string) => string
}

const code = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`
export const STYLED: Styles = { bold: code(1, 22), faint: code(2, 22) }
export const PLAIN: Styles = { bold: text => text, faint: text => text }

export function drawMarkdown(markdown: string, styles: Styles): string {
  const drawInlines = (inlines: readonly Inline[]): string => inlines.map(drawInline).join('')
  const drawInline = (inline: Inline): string => {
    switch (inline.type) {
      case 'text':
        return inline.text
      case 'code':
        return `\`${inline.text}\``
      case 'break':
        return '\n'
      case 'link':
        return `${drawInlines(inline.children)} ${styles.faint(`<${inline.href}>`)}`
      case 'strong':
        return styles.bold(drawInlines(inline.children))
      case 'struck':
        return `~${drawInlines(inline.children)}~`
      case 'emphasis':
        return drawInlines(inline.children)
    }
  }
  const indent = (text: string, first: string): string =>
    text
      .split('\n')
      .map((line, index) => (index === 0 ? first : ' '.repeat(first.length)) + line)
      .join('\n')
  const drawBlock = (block: Block): string => {
    switch (block.type) {
      case 'paragraph':
        return drawInlines(block.children)
      case 'heading':
        return styles.bold(drawInlines(block.children))
      case 'rule':
        return styles.faint('─'.repeat(24))
      case 'code':
        return indent(block.text, '    ')
      case 'quote':
        return block.children
          .map(drawBlock)
          .join('\n\n')
          .split('\n')
          .map(line => `${styles.faint('│')} ${line}`)
          .join('\n')
      case 'list':
        return block.items
          .map((item, index) =>
            indent(item.map(drawBlock).join('\n'), block.start === null ? '• ' : `${block.start + index}. `),
          )
          .join('\n')
    }
  }
  return parseMarkdown(markdown).map(drawBlock).join('\n\n')
}
