import type { CodeBatch, CodeOwner } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import {
  Button,
  CopyButton,
  Dialog,
  formatDateTime,
  Notice,
  TextField,
  useLanguage,
} from '@kerf/portal/console-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { callConsole } from '../api/call-console.ts'
import { consoleQuery } from '../api/queries.ts'
import { ActButton, Failure } from '../parts/act-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/form.module.css'
import { Page, Section, Tag } from '../parts/page.tsx'
import { Select } from '../parts/select.tsx'
import { useNeeds } from '../session/session.tsx'

export function CodesScreen() {
  const mayCheck = useNeeds('codes show') !== undefined
  const columns: Column<CodeBatch>[] = [
    { id: 'batch', title: m.console_col_batch(), cell: row => row.batch },
    { id: 'benefit', title: m.console_col_benefit(), cell: row => row.nameEn },
    { id: 'count', title: m.console_col_count(), cell: row => row.count.toLocaleString() },
    { id: 'redeemed', title: m.console_col_redeemed(), cell: row => row.redeemed.toLocaleString() },
    {
      id: 'expires',
      title: m.console_col_expires(),
      cell: row => (row.expiresAt === null ? m.console_never() : formatDateTime(row.expiresAt)),
    },
    {
      id: 'operator',
      title: m.console_col_operator(),
      cell: row => [row.operator, row.confirmedBy].filter(Boolean).join(' + '),
    },
    { id: 'created', title: m.console_col_created(), cell: row => formatDateTime(row.createdAt) },
    {
      id: 'act',
      title: m.console_col_act(),
      cell: row =>
        row.revokedAt === null ? (
          <ActButton
            name="codes revoke"
            input={{ batch: row.batch }}
            label={m.console_act_revoke()}
            text={m.console_codes_revoke_text()}
            tone="danger"
          />
        ) : (
          <Tag tone="bad">{m.console_message_revoked()}</Tag>
        ),
    },
  ]
  return (
    <Page title={m.console_nav_codes()} actions={<CreateButton />}>
      {mayCheck && <CheckCode />}
      <DataTable
        label={m.console_nav_codes()}
        query={useQuery(consoleQuery('codes list', {}))}
        columns={columns}
        rowId={row => row.batch}
      />
    </Page>
  )
}

/** The code is no part of the address: it is money. */
function CheckCode() {
  const [code, setCode] = useState('')
  const check = useMutation({ mutationFn: (): Promise<CodeOwner> => callConsole('codes show', { code }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !check.isPending) check.mutate()
  }
  return (
    <Section title={m.console_codes_check()}>
      <form className={styles.inline} onSubmit={submit} noValidate>
        <TextField
          name="code"
          label={m.console_codes_check_label()}
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={event => setCode(event.target.value)}
        />
        <Button type="submit" variant="secondary" pending={check.isPending}>
          {m.console_codes_check()}
        </Button>
      </form>
      <Failure error={check.error} />
      {check.data && (
        <div className={styles.answer} role="status">
          <p>
            {m.console_codes_owner({
              number: check.data.number,
              batch: check.data.batch,
              benefit: check.data.nameEn,
              status: check.data.status,
            })}
          </p>
          {check.data.redeemedAt !== null && (
            <p>
              {m.console_codes_by({ time: formatDateTime(check.data.redeemedAt) })}{' '}
              {check.data.uid && (
                <Link to="/people/$who" params={{ who: check.data.uid }}>
                  {check.data.uid}
                </Link>
              )}
            </p>
          )}
        </div>
      )}
    </Section>
  )
}

function CreateButton() {
  const language = useLanguage()
  const needs = useNeeds('codes create')
  const benefits = useQuery({ ...consoleQuery('benefit list', {}), enabled: needs !== undefined })
  const [benefit, setBenefit] = useState('')
  const [count, setCount] = useState('100')
  const [expires, setExpires] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const usable = (benefits.data ?? []).filter(({ retiredAt }) => retiredAt === null)
  const chosen = benefit || (usable[0]?.id ?? '')
  const above = typeof needs?.second === 'number' ? needs.second : undefined
  return (
    <>
      <ActButton
        name="codes create"
        input={{ benefit: chosen, count: Number(count), ...(expires && { expires }) }}
        label={m.console_codes_create()}
        tone="primary"
        onDone={result => setCodes(result.codes)}
      >
        <Select
          label={m.console_codes_benefit()}
          value={chosen}
          onChange={event => setBenefit(event.target.value)}
          options={usable.map(({ id, nameEn, nameZh }) => ({
            value: id,
            label: language === 'zh' ? nameZh : nameEn,
          }))}
        />
        <TextField
          name="count"
          type="number"
          min={1}
          max={50_000}
          label={m.console_codes_count()}
          value={count}
          onChange={event => setCount(event.target.value)}
        />
        <TextField
          name="expires"
          type="date"
          label={m.console_codes_expires()}
          value={expires}
          onChange={event => setExpires(event.target.value)}
        />
        {above !== undefined && Number(count) > above && <Notice>{m.console_needs_second()}</Notice>}
      </ActButton>
      {codes && <NewCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}

/** Shown once: closing forgets them. */
function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const text = codes.join('\n')
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = 'codes.txt'
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Dialog
      title={m.console_codes_once()}
      closable={false}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={save}>
            {m.console_codes_save()}
          </Button>
          <Button onClick={onClose}>{m.console_codes_close()}</Button>
        </>
      }
    >
      <pre className={styles.codes}>{text}</pre>
      <CopyButton text={text} what={m.console_nav_codes()} />
    </Dialog>
  )
}
