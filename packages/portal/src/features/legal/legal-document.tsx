import type { Language } from '@kerf/contract/language'
import type { LegalBlock } from '@kerf/locales/legal'
import { type LegalName, type LegalText, loadLegalText } from '@kerf/locales/legal'
import * as m from '@kerf/locales/messages'
import { type ReactNode, use, useId, useState } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { insertElements } from '../../lib/text/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useCurrentSection } from '../../ui/jump-list/sections.ts'
import styles from './legal-document.module.css'

/** The document that a reader of each looks for next. */
const OTHERS = {
  terms: { to: 'privacy', title: m.app_privacy_title },
  privacy: { to: 'terms', title: m.app_terms_title },
} as const

type TableBlock = Extract<LegalBlock, { readonly table: object }>

const texts = new Map<string, Promise<LegalText>>()

/** A failed load stays cached for this long: a suspended component would otherwise request it again in a loop. */
const RETRY_DELAY_MS = 2_000

/** Returns the same promise for the same text, as `use` requires. */
function legalText(name: LegalName, language: Language): Promise<LegalText> {
  const key = `${name} ${language}`
  const known = texts.get(key)
  if (known) return known
  const text = loadLegalText(name, language)
  texts.set(key, text)
  text.catch(() => setTimeout(() => texts.delete(key), RETRY_DELAY_MS))
  return text
}

/**
 * The document below the page's heading. Suspends until the text in the current language has loaded. `children`: between the summary
 * and the contents.
 */
export function LegalDocument({
  name,
  version,
  children,
}: {
  name: LegalName
  version: string
  children?: ReactNode
}) {
  const language = useLanguage()
  const { summary, sections } = use(legalText(name, language))
  const { brand } = getPageContext().data
  const [brandName, product] = [brand.name[language], m.product_name()]
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(version),
  )
  return (
    <article className={styles.document}>
      <div className={styles.version}>
        <p>{m.legal_version({ date })}</p>
        <Button variant="quiet" size="small" onClick={() => print()}>
          {m.check_print()}
        </Button>
      </div>
      {/* The texts name the service only. */}
      {brandName !== product && (
        <p>{m.legal_brand({ brand: brandName, product, company: brand.legalName })}</p>
      )}
      <ul className={styles.summary} aria-label={m.legal_summary()}>
        {summary.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {children}
      <Contents sections={sections} />
      {sections.map(({ id, title, body }, index) => (
        <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            <span className={styles.number}>{index + 1}</span> {title}
          </h2>
          {body.map(block => (
            <Block key={JSON.stringify(block)} block={block} />
          ))}
        </section>
      ))}
      <div className={styles.end}>
        <AppLink to={OTHERS[name].to}>{OTHERS[name].title()}</AppLink>
        {/* HTML, section "Scrolling to a fragment": the top of the document, whatever has this id. */}
        <a href="#top">{m.legal_top()}</a>
      </div>
    </article>
  )
}

function Contents({ sections }: Pick<LegalText, 'sections'>) {
  const current = useCurrentSection(sections)
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <div>
        <h2 id="contents">{m.legal_contents()}</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') return <p>{filled(block)}</p>
  if ('list' in block) {
    return (
      <ul className={styles.list}>
        {block.list.map(item => (
          <li key={item}>{filled(item)}</li>
        ))}
      </ul>
    )
  }
  return <LongTable {...block.table} />
}

/** Rows that are shown at first: of every table in a narrow window, of a table of names in any. */
const FIRST_ROWS = 5

type Row = TableBlock['table']['rows'][number]

/** A row of one cell is the heading of those that follow. */
const isDataRow = ({ length }: Row): boolean => length > 1

/** In the order of the table: a heading with its rows, or the rows before the first heading. */
function groupRows(rows: readonly Row[]): { cells: Row; index: number }[][] {
  const groups: { cells: Row; index: number }[][] = []
  for (const [index, cells] of rows.entries()) {
    const group = groups.at(-1)
    if (group && isDataRow(cells)) group.push({ cells, index })
    else groups.push([{ cells, index }])
  }
  return groups
}

function LongTable({ caption, namesFirst, head, rows }: TableBlock['table']) {
  const id = useId()
  const [first, ...others] = namesFirst ? head.slice(1) : head
  const [isOpen, setOpen] = useState(false)
  const isLong = rows.length > FIRST_ROWS
  const count = rows.filter(isDataRow).length
  const groups = groupRows(rows)
  return (
    <div className={styles.fold} data-names={namesFirst} data-folded={(isLong && !isOpen) || undefined}>
      <table id={id} className={styles.table}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {others.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(group => (
          <tbody key={group[0]?.cells[0]}>
            {group.map(({ cells: [name = '', ...cells], index }) => {
              // A heading has nothing but its name.
              const [subject = name, ...facts] = namesFirst ? cells : [name, ...cells]
              return (
                <tr key={name} data-more={index >= FIRST_ROWS || undefined}>
                  {facts.length === 0 ? (
                    <th scope="rowgroup" colSpan={others.length + 1} className={styles.group}>
                      {subject}
                    </th>
                  ) : (
                    <th scope="row">
                      {subject}
                      {namesFirst && <span className={styles.name}>{name}</span>}
                    </th>
                  )}
                  {facts.map((fact, column) => (
                    <td key={others[column]} data-head={others[column]}>
                      {fact}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        ))}
      </table>
      {isLong && (
        <Button
          variant="secondary"
          size="small"
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? m.legal_table_less() : m.legal_table_all({ count })}
        </Button>
      )}
    </div>
  )
}

function filled(text: string): ReactNode {
  const { legalName, helpUrl } = getPageContext().data.brand
  return insertElements(text, {
    product: m.product_name(),
    company: legalName,
    help: <a href={helpUrl}>{helpUrl.replace(/^https:\/\//, '')}</a>,
  })
}
