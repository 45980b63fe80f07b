import * as m from '@kerf/locales/messages'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { preloadErrorTexts } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import type { LocalizedText } from '../../lib/field-rules.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './settings-card-form.module.css'

interface Props<F extends string> {
  card: {
    readonly changed: boolean
    readonly saved: boolean
    readonly pending: boolean
    readonly submitError: ErrorDescription | undefined
    readonly partly: { readonly saved: readonly F[]; readonly failed: readonly F[] } | undefined
    readonly labels: Readonly<Record<F, LocalizedText>>
    readonly props: ComponentProps<'form'>
  }
  onDiscard(): void
  /** the edits before were discarded: the focus would be lost with the button that did it */
  fresh: boolean
  children: ReactNode
}

/** Fields of a card, with the line below that says how they stand and saves them. */
export function CardForm<F extends string>({ card, onDiscard, fresh, children }: Props<F>) {
  const save = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (fresh) save.current?.focus()
  }, [fresh])
  const names = (fields: readonly F[]) => fields.map(name => card.labels[name]()).join(m.settings_list_join())
  return (
    <form {...card.props} className={styles.form} onFocus={preloadErrorTexts}>
      <div className={styles.fields}>{children}</div>
      {card.partly && (
        <Notice tone="warning" role="alert">
          {m.settings_partly({ saved: names(card.partly.saved), failed: names(card.partly.failed) })}
        </Notice>
      )}
      {card.submitError?.text && (
        <Notice tone="danger" role="alert">
          {card.submitError.text()}
        </Notice>
      )}
      <div className={styles.footer}>
        <p role="status" className={styles.status} data-state={card.saved ? 'saved' : undefined}>
          {card.saved && <CheckIcon />}
          {card.saved ? m.settings_saved() : card.changed && m.settings_unsaved()}
        </p>
        {card.changed && !card.pending && (
          <Button variant="quiet" onClick={onDiscard}>
            {m.settings_discard()}
          </Button>
        )}
        <Button
          ref={save}
          type="submit"
          variant={card.changed ? 'primary' : 'secondary'}
          pending={card.pending}
        >
          {m.settings_save()}
        </Button>
      </div>
    </form>
  )
}

/** A card whose form begins anew when its edits are discarded. */
export function FormCard({
  title,
  description,
  form,
}: {
  title: string
  description: string
  form(about: { onDiscard(): void; fresh: boolean }): ReactNode
}) {
  const [round, setRound] = useState(0)
  return (
    <Card title={title} description={description}>
      <Fragment key={round}>{form({ onDiscard: () => setRound(round + 1), fresh: round > 0 })}</Fragment>
    </Card>
  )
}
