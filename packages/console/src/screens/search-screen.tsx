/** One search for what a customer reads out. */
import type { Hit } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, RelativeTime, TextField } from '@kerf/portal/console-ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, Table } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Tag } from '../parts/page.tsx'
import { foundByWord, kindWord, stateWord, statusWord } from '../parts/words.ts'

const route = getRouteApi('/')
const SEARCH_MIN = 3

/** Where a hit leads: the person's page wherever there is one. */
function HitLink({ hit }: { hit: Hit }) {
  const { kind, key, account, note } = hit
  const text = account ? account.nickname || account.userName || account.account || account.email : `${key}`
  if (account)
    return (
      <Link to="/people/$who" params={{ who: account.uid }}>
        {text}
      </Link>
    )
  if (kind === 'request')
    return (
      <Link to="/requests/$id" params={{ id: key }}>
        {text}
      </Link>
    )
  if (kind === 'machine')
    return (
      <Link to="/machines" search={{ machine: key }}>
        {text}
      </Link>
    )
  if (kind === 'app')
    return (
      <Link to="/apps/$clientId" params={{ clientId: key }}>
        {note ?? text}
      </Link>
    )
  return text
}

const columns = (): Column<Hit>[] => [
  { id: 'name', title: m.console_col_name(), cell: hit => <HitLink hit={hit} /> },
  { id: 'email', title: m.console_col_email(), cell: hit => hit.account?.email ?? '' },
  { id: 'by', title: m.console_col_found(), cell: hit => <Tag>{foundByWord(hit.by)}</Tag> },
  { id: 'kind', title: m.console_col_kind(), cell: hit => kindWord(hit.account?.kind ?? hit.kind) },
  {
    id: 'status',
    title: m.console_col_status(),
    cell: ({ kind, account, note }) =>
      account ? (
        <Tag tone={account.status === 'active' ? 'good' : 'bad'}>{statusWord(account.status)}</Tag>
      ) : (
        // The note of an app is its name.
        kind !== 'app' && note !== null && <Tag>{stateWord(note)}</Tag>
      ),
  },
  {
    id: 'created',
    title: m.console_col_created(),
    cell: ({ account }) => account && <RelativeTime at={account.createdAt} />,
  },
]

export function SearchScreen() {
  const { q = '', after } = route.useSearch()
  return (
    <Page title={m.console_nav_search()}>
      <SearchForm key={q} query={q} />
      {[...q].length < SEARCH_MIN ? (
        <p className={styles.faint}>{m.console_search_start()}</p>
      ) : (
        <Hits key={q} query={q} after={after} />
      )}
    </Page>
  )
}

function SearchForm({ query }: { query: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(query)
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = text.trim()
    const isLong = [...typed].length >= SEARCH_MIN
    setError(isLong ? undefined : m.console_search_hint())
    if (isLong) void navigate({ to: '/', search: { q: typed } })
  }
  return (
    <form className={styles.inline} onSubmit={submit} noValidate>
      <TextField
        name="q"
        label={m.console_search_label()}
        hint={m.console_search_hint()}
        error={error}
        value={text}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onChange={event => setText(event.target.value)}
      />
      <Button type="submit">{m.console_search_button()}</Button>
    </form>
  )
}

function Hits({ query: q, after }: { query: string; after: string | undefined }) {
  const input = { query: q, ...(after && { after }) }
  const found = useQuery({ ...consoleQuery('find', input), placeholderData: keepPreviousData })
  return (
    <>
      <Loaded query={found}>
        {({ hits, next }) => (
          <>
            <Table
              label={m.console_nav_search()}
              rows={hits}
              columns={columns()}
              rowId={({ kind, key }) => `${kind} ${key}`}
              empty={m.console_search_nothing({ text: q })}
            />
            {q.includes('@') && (
              <Link to="/people" search={{ who: q }}>
                {m.console_search_explain({ address: q })}
              </Link>
            )}
            {next && (
              <Link to="/" search={{ q, after: next }}>
                {m.console_more()}
              </Link>
            )}
          </>
        )}
      </Loaded>
      <CommandLine name="find" input={input} />
    </>
  )
}
