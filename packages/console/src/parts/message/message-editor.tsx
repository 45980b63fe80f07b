/** Editor of a message or an announcement. Nothing is sent that was not previewed, with the number of people whom it reaches. */
import type { ConsoleInput } from '@kerf/contract/console/console-calls'
import type { Texts, WrittenMessage } from '@kerf/contract/console/console-results'
import * as m from '@kerf/locales/messages'
import { Button, formatDateTime, MessageText, Notice, TextArea, TextField } from '@kerf/portal/console-ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { callConsole } from '../../api/call-console.ts'
import { ActButton } from '../act/act-button.tsx'
import { Failure } from '../failure.tsx'
import styles from '../form.module.css'
import { isoOf, reportPartialTimes } from '../local-time.ts'
import { Select } from '../select.tsx'
import { categoryWord } from '../words.ts'
import editor from './message-editor.module.css'

const CATEGORIES = ['system', 'activity', 'app', 'device'] as const
const EMPTY = { titleEn: '', titleZh: '', bodyEn: '', bodyZh: '', link: '', from: '', until: '' }
type Draft = typeof EMPTY

const contentOf = ({ from, until, ...content }: Draft) => ({
  ...content,
  ...(isoOf(from) && { from: isoOf(from) }),
  ...(isoOf(until) && { until: isoOf(until) }),
})

export function Preview({ texts }: { texts: Texts }) {
  return (
    <div className={styles.columns}>
      {(['en', 'zh'] as const).map(language => {
        const text = texts[language]
        return (
          text && (
            <article key={language} className={editor.preview} lang={language}>
              <h3>{text.title}</h3>
              <MessageText markdown={text.body} lang={language} />
            </article>
          )
        )
      })}
    </div>
  )
}

/** `kind`: to chosen people, or to every visitor. */
export function MessageEditor({ kind, onSent }: { kind: 'message' | 'announcement'; onSent(): void }) {
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const [audience, setAudience] = useState('all')
  const [category, setCategory] = useState<(typeof CATEGORIES)[number]>('system')
  /** what the preview shows; another text must be previewed first */
  const [previewed, setPreviewed] = useState<string>()
  /** A time that is typed in part changes no value. */
  const previewAgain = () => setPreviewed(undefined)
  const isMessage = kind === 'message'
  const order: ConsoleInput<'message send'> = { audience, category, ...contentOf(draft) }
  const content: ConsoleInput<'announcement publish'> = contentOf(draft)
  const fingerprint = JSON.stringify(order)
  const preview = useMutation({
    mutationFn: (_fingerprint: string): Promise<WrittenMessage> =>
      isMessage
        ? callConsole('message send', { ...order, preview: true })
        : callConsole('announcement publish', { ...content, preview: true }),
    // The text may be edited while the call is pending.
    onSuccess: (_, sentFingerprint) => setPreviewed(sentFingerprint),
  })
  const set = (name: keyof Draft) => (event: { readonly target: { readonly value: string } }) =>
    setDraft({ ...draft, [name]: event.target.value })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reportPartialTimes(event.currentTarget) && !preview.isPending) preview.mutate(fingerprint)
  }
  const sent = () => {
    setDraft(EMPTY)
    preview.reset()
    onSent()
  }
  // A message to one person is shown at once.
  const doneText = preview.data?.from == null ? m.console_done() : m.console_message_sent()
  const language = (code: 'En' | 'Zh', name: string): ReactNode => (
    <fieldset className={styles.form} lang={code === 'En' ? 'en' : 'zh'}>
      <legend className={editor.legend}>{name}</legend>
      <TextField
        name={`title${code}`}
        label={m.console_message_title()}
        maxLength={200}
        value={draft[`title${code}`]}
        onChange={set(`title${code}`)}
      />
      <TextArea
        name={`body${code}`}
        label={m.console_message_body()}
        rows={6}
        value={draft[`body${code}`]}
        onChange={set(`body${code}`)}
      />
    </fieldset>
  )
  return (
    <div className={editor.editor}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {isMessage && (
          <div className={styles.row}>
            <TextField
              name="audience"
              label={m.console_message_audience()}
              value={audience}
              onChange={event => setAudience(event.target.value)}
            />
            <Select
              label={m.console_message_category()}
              value={category}
              onChange={event => setCategory(event.target.value as typeof category)}
              options={CATEGORIES.map(value => ({ value, label: categoryWord(value) }))}
            />
          </div>
        )}
        <div className={styles.columns}>
          {language('En', m.console_message_english())}
          {language('Zh', m.console_message_chinese())}
        </div>
        <div className={styles.row}>
          <TextField name="link" label={m.console_message_link()} value={draft.link} onChange={set('link')} />
          <TextField
            name="from"
            type="datetime-local"
            label={m.console_message_from()}
            value={draft.from}
            onFocus={previewAgain}
            onChange={set('from')}
          />
          <TextField
            name="until"
            type="datetime-local"
            label={m.console_col_until()}
            value={draft.until}
            onFocus={previewAgain}
            onChange={set('until')}
          />
        </div>
        <div>
          <Button type="submit" variant="secondary" pending={preview.isPending}>
            {m.console_message_preview()}
          </Button>
        </div>
        <Failure error={preview.error} />
      </form>
      {/* The dialog of the act has a form of its own, and a form must not be inside another. */}
      {preview.data && (
        <>
          <Preview texts={preview.data.texts} />
          <Notice>
            <p>
              {preview.data.people === null
                ? m.console_message_visitors()
                : m.console_message_reach({ people: preview.data.people.toLocaleString() })}
            </p>
            {preview.data.from !== null && (
              <p>{m.console_message_starts({ time: formatDateTime(preview.data.from) })}</p>
            )}
          </Notice>
          {previewed === fingerprint ? (
            <div>
              {isMessage ? (
                <ActButton name="message send" input={order} doneText={doneText} onDone={sent} />
              ) : (
                <ActButton name="announcement publish" input={content} doneText={doneText} onDone={sent} />
              )}
            </div>
          ) : (
            <Notice tone="warning">{m.console_message_changed()}</Notice>
          )}
        </>
      )}
    </div>
  )
}
