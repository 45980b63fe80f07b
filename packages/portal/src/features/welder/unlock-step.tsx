import type { LightSource } from '@kerf/contract/endpoints/welder'
import { CODE_INPUT_MAX, SERIAL_NUMBER_LENGTH } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { PRINTED_CODE } from '../../lib/form/printed-code.ts'
import { RatingPlateDrawing } from '../../parts/machine-label/rating-plate-drawing.tsx'
import { ScanButton } from '../../parts/scan/scan-button.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { PasswordPlate } from './password-plate.tsx'
import styles from './unlock-step.module.css'
import { useKnownMachines } from './use-known-machines.ts'
import { useUnlock } from './use-unlock.ts'

interface Props {
  lightSource: LightSource
  /** serial number that the camera read */
  scanned?: string | undefined
  onNotWatched(): void
  /** a password is shown, or no longer */
  onUnlocked(unlocked: boolean): void
}

/** Serial number, unlock password, and a button for the next password. */
export function UnlockStep(props: Props) {
  const { form, unlocked, workDone, clear } = useUnlock(props)
  const { scanned = '' } = props
  const [length, setLength] = useState(scanned.length)
  const field = useRef<HTMLInputElement>(null)
  const known = useKnownMachines()
  const reportUnlocked = useEffectEvent(props.onUnlocked)
  const hasPassword = unlocked !== undefined
  useEffect(() => {
    reportUnlocked(hasPassword)
    return () => reportUnlocked(false)
  }, [hasPassword])
  const normalizeInput = (input: HTMLInputElement) => {
    // The serial number is sent in capitals, as printed on the label.
    const caret = input.selectionStart
    const upper = input.value.replace(/[a-z]/g, letter => letter.toUpperCase())
    if (upper !== input.value) {
      input.value = upper
      input.setSelectionRange(caret, caret)
    }
    setLength([...upper.trim()].length)
    // The shown password belongs to another machine.
    if (unlocked && unlocked.sn !== upper.trim()) clear()
  }
  return (
    <form {...form.props} className={styles.form}>
      <div className={styles.entry}>
        {!unlocked && <RatingPlateDrawing />}
        <div className={styles.field}>
          <TextField
            name="sn"
            label={m.unlock_sn()}
            hint={!unlocked && m.unlock_sn_hint()}
            error={form.error('sn')}
            action={
              <span className={styles.action}>
                {!unlocked && (
                  <span className={styles.count}>
                    {m.unlock_sn_count({ length, all: SERIAL_NUMBER_LENGTH })}
                  </span>
                )}
                <ScanButton purpose="unlock" kept={props.lightSource} />
              </span>
            }
            defaultValue={scanned}
            {...PRINTED_CODE}
            maxLength={CODE_INPUT_MAX}
            enterKeyHint="go"
            inputRef={field}
            onInput={event => normalizeInput(event.currentTarget)}
          />
          {known.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend of its own
            <div role="group" aria-label={m.unlock_known()} className={styles.known}>
              {known.map(({ sn, name }) => (
                <Button
                  key={sn}
                  variant="secondary"
                  onClick={() => {
                    if (!field.current) return
                    field.current.value = sn
                    normalizeInput(field.current)
                    form.validateField('sn')
                  }}
                >
                  {name ? m.unlock_known_use({ name }) : m.unlock_known_last({ end: sn.slice(-4) })}
                </Button>
              ))}
            </div>
          )}
        </div>
      </div>
      <ErrorNotice error={form.submitError} />
      {workDone !== undefined && (
        <p role="status">{m.unlock_work({ percent: Math.floor(workDone * 100) })}</p>
      )}
      {unlocked && <PasswordPlate key={unlocked.count} {...unlocked} lightSource={props.lightSource} />}
      <Button
        type="submit"
        variant={unlocked ? 'quiet' : 'primary'}
        className={styles.submit}
        pending={form.pending}
      >
        {unlocked ? m.unlock_again() : m.unlock_get()}
      </Button>
      {unlocked && <p className={styles.earlier}>{m.unlock_earlier()}</p>}
    </form>
  )
}
