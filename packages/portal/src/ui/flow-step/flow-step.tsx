import * as m from '@kerf/locales/messages'
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../button/button.tsx'
import { Card } from '../card/card.tsx'
import { ErrorNotice, type NoticeError } from '../error-notice/error-notice.tsx'
import { OtherWays } from '../other-ways/other-ways.tsx'
import { AddressChip, BackButton } from './back-button.tsx'
import styles from './flow-step.module.css'

interface FlowStepProps {
  title: string
  /** whom the step is about, such as the address that was typed before */
  address?: string | undefined
  onBack(): void
  /** going back would lose a call that is pending */
  pending?: boolean
  children: ReactNode
}

/** One step of a flow: the way back, title and card. The focus starts at the element marked `data-autofocus`, else at the title. */
export function FlowStep({ title, address, onBack, pending, children }: FlowStepProps) {
  const id = useId()
  const step = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const find = (selector: string) => step.current?.querySelector<HTMLElement>(selector)
    const start = find('[data-autofocus]') ?? find('h1')
    start?.focus()
  }, [])
  return (
    <section ref={step} className={styles.step} aria-labelledby={id}>
      <BackButton disabled={pending} onClick={onBack} />
      <div className={styles.head}>
        <h1 id={id} tabIndex={-1}>
          {title}
        </h1>
        {address && <AddressChip address={address} />}
      </div>
      <Card>{children}</Card>
    </section>
  )
}

interface FormStepProps extends Omit<FlowStepProps, 'pending'> {
  form: {
    readonly pending: boolean
    readonly submitError: NoticeError | undefined
    readonly props: ComponentProps<'form'>
  }
  /** label of the button */
  submit: string
  /** what the step is about is not known yet */
  isSubmitDisabled?: boolean
  /** small, below the button */
  note?: ReactNode
  /** rows of other ways, below the button */
  others?: ReactNode
}

/** A step that is a form. */
export const FormStep = ({
  form,
  submit,
  isSubmitDisabled = false,
  note,
  others,
  children,
  ...step
}: FormStepProps) => (
  <FlowStep {...step} pending={form.pending}>
    <form {...form.props} className={styles.form}>
      {children}
      <ErrorNotice error={form.submitError} />
      <Button type="submit" wide pending={form.pending} disabled={isSubmitDisabled}>
        {submit}
      </Button>
      {note && <p className={styles.note}>{note}</p>}
      {others && <OtherWays title={m.second_step_other()}>{others}</OtherWays>}
    </form>
  </FlowStep>
)
