/** One search for what a customer reads out. */
import type { Hit } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, RelativeTime, TextField } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { consoleQuery } from '../api/queries.ts'
import { CommandLine } from '../parts/act-button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Page, Tag } from '../parts/page.tsx'
import { kindWord, statusWord } from '../parts/words.ts'

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

export function SearchScreen() {
  const { q = '', after } = route.useSearch()
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const [error, setError] = useState<string>()
  const input = { query: q, ...(after && { after }) }
  const found = useQuery({ ...consoleQuery('find', input), enabled: q.length >= SEARCH_MIN })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = text.trim()
    setError([...query].length < SEARCH_MIN ? m.console_search_hint() : undefined)
    if ([...query].length >= SEARCH_MIN) void navigate({ to: '/', search: { q: query } })
  }
  const columns = useMemo(
    () => [
      { id: 'name', title: m.console_col_name(), cell: (hit: Hit) => <HitLink hit={hit} /> },
      { id: 'email', title: m.console_col_email(), cell: (hit: Hit) => hit.account?.email ?? '' },
      { id: 'by', title: m.console_col_found(), cell: (hit: Hit) => <Tag>{hit.by}</Tag> },
      {
        id: 'kind',
        title: m.console_col_kind(),
        cell: (hit: Hit) => (hit.account ? kindWord(hit.account.kind) : hit.kind),
      },
      {
        id: 'status',
        title: m.console_col_status(),
        cell: ({ account, note }: Hit) =>
          account ? (
            <Tag tone={account.status === 'active' ? 'good' : 'bad'}>{statusWord(account.status)}</Tag>
          ) : (
            (note ?? '')
          ),
      },
      {
        id: 'created',
        title: m.console_col_created(),
        cell: ({ account }: Hit) => account && <RelativeTime at={account.createdAt} />,
      },
    ],
    [],
  )
  const query = { ...found, data: found.data?.hits } as never
  return (
    <Page title={m.console_nav_search()}>
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
      {q.length < SEARCH_MIN ? (
        <p className={styles.faint}>{m.console_search_start()}</p>
      ) : (
        <>
          <DataTable<Hit>
            label={m.console_nav_search()}
            query={query}
            columns={columns}
            rowId={({ kind, key }) => `${kind} ${key}`}
            empty={m.console_search_nothing({ text: q })}
          />
          {found.data && q.includes('@') && (
            <Link to="/people/$who" params={{ who: q }}>
              {m.console_search_explain({ address: q })}
            </Link>
          )}
          {found.data?.next && (
            <Link to="/" search={{ q, after: found.data.next }}>
              {m.console_more()}
            </Link>
          )}
          <CommandLine name="find" input={input} />
        </>
      )}
    </Page>
  )
}
