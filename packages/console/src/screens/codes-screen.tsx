import type { CodeBatch, CodeOwner } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import {
  Button,
  CopyButton,
  Dialog,
  formatDateTime,
  Notice,
  saveFile,
  TextField,
  useLanguage,
} from '@kerf/portal/console-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callConsole } from '../api/call-console.ts'
import { consoleQuery } from '../api/queries.ts'
import { ActButton } from '../parts/act/act-button.tsx'
import { ActField } from '../parts/act/act-dialog.tsx'
import { BenefitSelect } from '../parts/act/benefit-select.tsx'
import { PersonLink } from '../parts/columns/links.tsx'
import { CommandLine } from '../parts/command-line.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Failure } from '../parts/failure.tsx'
import styles from '../parts/form.module.css'
import { Page, Section, Tag } from '../parts/page.tsx'
import { End, Time } from '../parts/time.tsx'
import { stateWord } from '../parts/words.ts'
import { useNeeds } from '../session/session.tsx'

const columns = (language: string): Column<CodeBatch>[] => [
  { id: 'batch', title: m.console_col_batch(), cell: row => row.batch },
  {
    id: 'benefit',
    title: m.console_col_benefit(),
    cell: row => (language === 'zh' ? row.nameZh : row.nameEn),
  },
  { id: 'count', title: m.console_col_count(), cell: row => row.count.toLocaleString() },
  { id: 'redeemed', title: m.console_col_redeemed(), cell: row => row.redeemed.toLocaleString() },
  {
    id: 'expires',
    title: m.console_col_expires(),
    cell: row => <End at={row.expiresAt} />,
  },
  {
    id: 'operator',
    title: m.console_col_operator(),
    cell: row => [row.operator, row.confirmedBy].filter(Boolean).join(' + '),
  },
  { id: 'created', title: m.console_col_created(), cell: row => <Time at={row.createdAt} /> },
  {
    id: 'act',
    title: m.console_col_act(),
    cell: row =>
      row.revokedAt === null ? (
        <ActButton name="codes revoke" input={{ batch: row.batch }} />
      ) : (
        <Tag tone="bad">{m.console_message_revoked()}</Tag>
      ),
  },
]

export function CodesScreen() {
  const language = useLanguage()
  const mayCheck = useNeeds('codes show') !== undefined
  return (
    <Page title={m.console_nav_codes()} actions={<CreateButton />}>
      {mayCheck && <CheckCode />}
      <DataTable
        label={m.console_nav_codes()}
        query={useQuery(consoleQuery('codes list', {}))}
        columns={columns(language)}
        rowId={row => row.batch}
      />
      <CommandLine name="codes list" input={{}} />
    </Page>
  )
}

/** The code stays out of the address bar, because anyone who sees an unused code can redeem it. */
function CheckCode() {
  const language = useLanguage()
  const [code, setCode] = useState('')
  const check = useMutation({ mutationFn: (): Promise<CodeOwner> => callConsole('codes show', { code }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !check.isPending) check.mutate()
  }
  const found = check.data
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
      {found && (
        <div className={styles.answer} role="status">
          <p>
            {m.console_codes_owner({
              number: found.number,
              batch: found.batch,
              benefit: language === 'zh' ? found.nameZh : found.nameEn,
              status: stateWord(found.status),
            })}
          </p>
          {found.redeemedAt !== null && (
            <p>
              {m.console_codes_by({ time: formatDateTime(found.redeemedAt) })}{' '}
              {found.uid && <PersonLink uid={found.uid} />}
            </p>
          )}
        </div>
      )}
    </Section>
  )
}

function CreateButton() {
  const needs = useNeeds('codes create')
  const [benefit, setBenefit] = useState('')
  const [count, setCount] = useState('100')
  const [expires, setExpires] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const above = typeof needs?.second === 'number' ? needs.second : undefined
  return (
    <>
      <ActButton
        name="codes create"
        input={{ benefit, count: Number(count), ...(expires && { expires }) }}
        doneText={null}
        onDone={result => setCodes(result.codes)}
      >
        <BenefitSelect value={benefit} onSelect={setBenefit} />
        <ActField
          name="count"
          type="number"
          min={1}
          max={50_000}
          label={m.console_codes_count()}
          value={count}
          onChange={event => setCount(event.target.value)}
        />
        <ActField
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

/** Neither server nor console keeps the codes, so closing is the last moment to save them. */
function NewCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const text = codes.join('\n')
  const save = () => saveFile('codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
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
