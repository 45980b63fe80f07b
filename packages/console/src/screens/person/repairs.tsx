/** Acts that two operators decide. The proof is kept in the support case; the act names its reference. */
import type { MergePreview } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, DescriptionItem, DescriptionList, RadioField, useLanguage } from '@kerf/portal/console-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callConsole } from '../../api/call-console.ts'
import { ActButton } from '../../parts/act/act-button.tsx'
import { ActField } from '../../parts/act/act-dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { isoOf } from '../../parts/local-time.ts'

interface EvidenceFieldProps {
  value: string
  onChange(evidence: string): void
}

const EvidenceField = ({ value, onChange }: EvidenceFieldProps) => (
  <ActField
    name="evidence"
    label={m.console_evidence()}
    hint={m.console_evidence_hint()}
    maxLength={100}
    value={value}
    onChange={event => onChange(event.target.value)}
  />
)

export function ChangeMailboxButton({ who }: { who: string }) {
  const [to, setTo] = useState('')
  const [evidence, setEvidence] = useState('')
  return (
    <ActButton name="user change-email" input={{ who, to, evidence }}>
      <ActField
        name="to"
        type="email"
        label={m.console_act_new_email()}
        value={to}
        onChange={event => setTo(event.target.value)}
      />
      <EvidenceField value={evidence} onChange={setEvidence} />
    </ActButton>
  )
}

export function RestoreButton({ who }: { who: string }) {
  const [since, setSince] = useState('')
  const [evidence, setEvidence] = useState('')
  return (
    <ActButton name="user restore" input={{ who, since: isoOf(since) ?? '', evidence }}>
      <ActField
        name="since"
        type="datetime-local"
        label={m.console_act_since()}
        value={since}
        onChange={event => setSince(event.target.value)}
      />
      <EvidenceField value={evidence} onChange={setEvidence} />
    </ActButton>
  )
}

export function MergeButton({ who }: { who: string }) {
  const [into, setInto] = useState('')
  const [address, setAddress] = useState<'second' | 'free'>('second')
  const [evidence, setEvidence] = useState('')
  const preview = useMutation({ mutationFn: () => callConsole('user merge-preview', { who, into }) })
  return (
    <ActButton name="user merge" input={{ who, into, address, evidence }}>
      <ActField
        name="into"
        label={m.console_act_merge_into()}
        value={into}
        onChange={event => {
          setInto(event.target.value)
          preview.reset()
        }}
      />
      <div>
        <Button size="small" variant="secondary" pending={preview.isPending} onClick={() => preview.mutate()}>
          {m.console_act_merge_preview()}
        </Button>
      </div>
      {preview.data && <Preview preview={preview.data} />}
      <Failure error={preview.error} />
      <RadioField
        name="address"
        label={m.console_merge_address()}
        options={[
          { value: 'second', label: m.console_merge_address_second() },
          { value: 'free', label: m.console_merge_address_free() },
        ]}
        value={address}
        onSelect={setAddress}
      />
      <EvidenceField value={evidence} onChange={setEvidence} />
    </ActButton>
  )
}

const MOVED: Readonly<Record<keyof MergePreview['moves'], () => string>> = {
  redemptions: m.console_today_redemptions,
  lessons: m.console_merge_lessons,
  certificates: m.console_person_certificates,
  messages: m.console_nav_messages,
  readMarks: m.console_merge_read_marks,
  machines: m.console_nav_machines,
  workshops: m.console_merge_workshops,
}

function Preview({ preview: { moves, endings, obstacles } }: { preview: MergePreview }) {
  const language = useLanguage()
  const moved = Object.entries(moves).flatMap(([kind, count]) =>
    count > 0 ? [`${MOVED[kind as keyof typeof moves]()} ${count}`] : [],
  )
  const texts = (list: MergePreview['endings']) => list.map(text => <p key={text.en}>{text[language]}</p>)
  return (
    <div role="status">
      <DescriptionList>
        {obstacles.length > 0 && (
          <DescriptionItem name={m.console_merge_impossible()}>{texts(obstacles)}</DescriptionItem>
        )}
        <DescriptionItem name={m.console_merge_moves()}>
          {new Intl.ListFormat(language).format(moved) || m.console_none()}
        </DescriptionItem>
        <DescriptionItem name={m.console_merge_ends()}>{texts(endings)}</DescriptionItem>
      </DescriptionList>
    </div>
  )
}
