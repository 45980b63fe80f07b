/** A form that asks one thing a step. All its fields stay in the page, so nothing typed is lost and password managers see one form. */
import * as m from '@kerf/locales/messages'
import { type FormEvent, type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Form } from '../../lib/form/use-form.ts'
import { Card } from '../../ui/card/card.tsx'
import { AddressChip, BackButton } from '../../ui/flow-step/back-button.tsx'
import flow from '../../ui/flow-step/flow-step.module.css'
import styles from './form-steps.module.css'
import { Heading } from './heading.tsx'

export interface FormSteps {
  /** of the step on screen */
  readonly index: number
  readonly isLast: boolean
  /** Goes on if the fields of this step are valid. */
  next(): void
  /** Goes back to a step. */
  back(to: number): void
  /** in place of the form's own: submits on the last step */
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

/**
 * `steps`: the fields of each. An error of the server leads back to the step of its field. `onShown`: called after a step forward. It
 * returns true if it moves the focus itself.
 */
export function useFormSteps<F extends string>(
  form: Form<F>,
  steps: readonly (readonly F[])[],
  onShown?: (index: number) => boolean,
): FormSteps {
  const [reached, setReached] = useState(0)
  const wrong = steps.findIndex(names => names.some(name => form.error(name)))
  const index = wrong >= 0 && wrong < reached ? wrong : reached
  const fields = steps[index] ?? []
  const isBack = index < reached
  const stayHere = useEffectEvent(() => {
    // Stays there while the error is corrected. The field could not take the focus while it was hidden.
    setReached(index)
    const invalid = fields.find(name => form.error(name))
    if (invalid) form.focus(invalid)
  })
  useLayoutEffect(() => {
    if (isBack) stayHere()
  }, [isBack])

  const focusFirst = (to: number) => form.focus(steps[to]?.[0] as F)
  function next() {
    // The focus ends at the first invalid one.
    const invalid = [...fields].reverse().filter(name => !form.validateField(name))
    if (invalid.length > 0) return
    flushSync(() => setReached(index + 1))
    if (!onShown?.(index + 1)) focusFirst(index + 1)
  }
  const isLast = index === steps.length - 1
  return {
    index,
    isLast,
    next,
    back(to) {
      flushSync(() => setReached(to))
      focusFirst(to)
    },
    onSubmit(event) {
      if (isLast) return void form.props.onSubmit(event)
      event.preventDefault()
      next()
    },
  }
}

interface StepProps {
  steps: FormSteps
  at: number
  children: ReactNode
}

export const Step = ({ steps, at, children }: StepProps) => (
  <div className={styles.step} hidden={steps.index !== at} data-first={at === 0 || undefined}>
    {children}
  </div>
)

interface FormCardProps {
  steps: FormSteps
  /** of each step */
  titles: readonly string[]
  /** of the window */
  name: string
  /** below the title of the first step */
  lead: string
  /** whom the later steps are about */
  address: string
  /** the human check of the step stands on its card: no code was sent yet */
  isChecking: boolean
  /** ends the human check */
  cancelCheck(): void
  /** the way back from the first step */
  back?: ReactNode
  children: ReactNode
}

/** The form in its card, below the title of the step and the way back. */
export const FormCard = ({
  steps,
  titles,
  name,
  lead,
  address,
  isChecking,
  cancelCheck,
  back,
  children,
}: FormCardProps) => {
  const isFirst = steps.index === 0
  return (
    <>
      {isFirst ? (
        back
      ) : (
        <BackButton
          onClick={() => {
            if (isChecking) cancelCheck()
            steps.back(steps.index - 1)
          }}
        />
      )}
      <Heading
        title={isChecking ? m.verification_human_title() : (titles[steps.index] ?? name)}
        name={name}
        below={
          !isFirst && (
            <div className={styles.address}>
              {isChecking ? (
                <p>{m.verification_human_then()}</p>
              ) : (
                <AddressChip address={address} onChange={() => steps.back(0)} />
              )}
            </div>
          )
        }
      >
        {isFirst && lead}
      </Heading>
      <div className={isFirst ? undefined : flow.cut}>
        <Card>{children}</Card>
      </div>
    </>
  )
}
