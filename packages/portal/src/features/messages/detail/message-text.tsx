/** Renders a message's Markdown. Only these node types become elements, so a text cannot inject markup (S-113). */
import { type Block, type Inline, parseMarkdown } from '@kerf/contract/messages/message-markdown'
import { Fragment, type ReactNode, useMemo } from 'react'
import styles from './message-text.module.css'
import { SafeLink } from './safe-link.tsx'

const keyed = <T,>(nodes: readonly T[], draw: (node: T) => ReactNode): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes never change their order
  nodes.map((node, index) => <Fragment key={index}>{draw(node)}</Fragment>)

const inlines = (nodes: readonly Inline[]): ReactNode => keyed(nodes, inline)

function inline(node: Inline): ReactNode {
  switch (node.type) {
    case 'text':
      return node.text
    case 'code':
      return <code>{node.text}</code>
    case 'break':
      return <br />
    case 'strong':
      return <strong>{inlines(node.children)}</strong>
    case 'emphasis':
      return <em>{inlines(node.children)}</em>
    case 'struck':
      return <s>{inlines(node.children)}</s>
    case 'link':
      return <SafeLink href={node.href}>{inlines(node.children)}</SafeLink>
  }
}

/** The message's title is an h2, so headings in its text start at h3. */
const HEADINGS = { 1: 'h3', 2: 'h4', 3: 'h5' } as const

const blocks = (nodes: readonly Block[]): ReactNode => keyed(nodes, block)

function block(node: Block): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{inlines(node.children)}</p>
    case 'heading': {
      const Heading = HEADINGS[node.level]
      return <Heading>{inlines(node.children)}</Heading>
    }
    case 'quote':
      return <blockquote>{blocks(node.children)}</blockquote>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre tabIndex={0}>
          <code>{node.text}</code>
        </pre>
      )
    case 'rule':
      return <hr />
    case 'list': {
      const items = keyed(node.items, item => <li>{blocks(item)}</li>)
      return node.start === null ? <ul>{items}</ul> : <ol start={node.start}>{items}</ol>
    }
  }
}

export function MessageText({ markdown, lang }: { markdown: string; lang: string }) {
  const tree = useMemo(() => parseMarkdown(markdown), [markdown])
  return (
    <div className={styles.text} lang={lang}>
      {blocks(tree)}
    </div>
  )
}
