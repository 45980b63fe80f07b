import type { Block, MailTemplate } from './mail-template.ts'
import { oneLine } from './one-line.ts'

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return oneLine(block.text)
    case 'code':
      // Alone on its line and unbroken, so that it can be picked with a double click.
      return `    ${oneLine(block.code)}`
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')
    case 'button':
      return `${block.label}:\n${block.href}`
  }
}

/** The text part: everything the HTML part says, in its order. */
export const renderText = (letter: MailTemplate, footer: string): string =>
  `${[oneLine(letter.heading), ...letter.blocks.map(renderBlock), `-- \n${footer}`].join('\n\n')}\n`
