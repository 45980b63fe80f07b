import * as m from '@kerf/locales/messages'
import { type ComponentProps, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { preloadErrorTexts } from '../../lib/api/describe-error.ts'
import type { ErrorDescription, LocalizedText } from '../../lib/api/error-texts.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import styles from './settings-card-form.module.css'

export interface CardFormProps {
  /** title of the card: completes the names of its buttons */
  name: string
  onDiscard(): void
  /** remounted after discarding: moves the focus to the fields, since the discard button is gone */
  afterDiscard: boolean
}

interface Props<F extends string> extends CardFormProps {
  card: {
    readonly changed: boolean
    /** an error stands at a field */
    readonly invalid: boolean
    readonly saved: boolean
    readonly undo: (() => void) | undefined
    readonly pending: boolean
    readonly submitError: ErrorDescription | undefined
    readonly partly: { readonly saved: readonly F[]; readonly failed: readonly F[] } | undefined
    readonly labels: Readonly<Record<F, LocalizedText>>
    readonly props: ComponentProps<'form'>
  }
  /** few fields: on wide screens, they stand beside the title of the card */
  isBesideTitle?: boolean
  children: ReactNode
}

/** The fields of a settings card, with a footer that shows their status and saves them. The footer comes with the first change. */
export function CardForm<F extends string>({
  card,
  isBesideTitle,
  name,
  onDiscard,
  afterDiscard,
  children,
}: Props<F>) {
  const save = useRef<HTMLButtonElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (afterDiscard) fields.current?.focus()
  }, [afterDiscard])
  const hasFooter = card.changed || card.saved || card.pending || card.partly !== undefined
  // Each card has such buttons, so their names tell which card they belong to.
  const ofCard = <VisuallyHidden>({name})</VisuallyHidden>
  const names = (fields: readonly F[]) => fields.map(name => card.labels[name]()).join(m.settings_list_join())
  return (
    <form
      {...card.props}
      className={styles.form}
      data-beside-title={isBesideTitle || undefined}
      onFocus={preloadErrorTexts}
    >
      <div ref={fields} tabIndex={-1} className={styles.fields}>
        {children}
      </div>
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
      <div
        className={styles.footer}
        data-empty={!hasFooter || undefined}
        data-idle={!card.changed || card.invalid || undefined}
      >
        <p role="status" className={styles.status} data-state={card.saved ? 'saved' : undefined}>
          {card.saved && <CheckIcon />}
          {card.saved ? m.settings_saved() : card.changed && m.settings_unsaved()}
        </p>
        {card.undo && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              card.undo?.()
              // The button disappears.
              save.current?.focus()
            }}
          >
            {m.settings_undo()} {ofCard}
          </Button>
        )}
        {card.changed && !card.pending && (
          <Button variant="plain" size="small" onClick={onDiscard}>
            {m.settings_discard()} {ofCard}
          </Button>
        )}
        {/* In the form also while it is not seen: Enter saves. */}
        <Button
          ref={save}
          type="submit"
          size="small"
          hidden={!hasFooter}
          variant={card.changed && !card.invalid ? 'primary' : 'secondary'}
          pending={card.pending}
        >
          {m.settings_save()} {ofCard}
        </Button>
      </div>
    </form>
  )
}

/** A card whose form is remounted when its edits are discarded. */
export function FormCard({
  id,
  title,
  description,
  form,
}: {
  id: string
  title: string
  description?: string
  form(props: CardFormProps): ReactNode
}) {
  const [discards, setDiscards] = useState(0)
  return (
    <Card id={id} title={title} description={description}>
      <Fragment key={discards}>
        {form({ name: title, onDiscard: () => setDiscards(discards + 1), afterDiscard: discards > 0 })}
      </Fragment>
    </Card>
  )
}
