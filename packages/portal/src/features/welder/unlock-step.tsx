import type { LightSource } from '@kerf/contract/endpoints/welder'
import { SERIAL_NUMBER_LENGTH } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { PasswordPlate } from './password-plate.tsx'
import styles from './unlock-step.module.css'
import { useUnlock } from './use-unlock.ts'

interface Props {
  lightSource: LightSource
  runHumanCheck(signal: AbortSignal): Promise<string>
  onNotWatched(): void
}

/** The SN of the device, then its password, then the next one. */
export function UnlockStep(props: Props) {
  const { form, unlocked, forget } = useUnlock(props)
  const [length, setLength] = useState(0)
  const follow = ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    // A label is read in capitals; what is typed looks as it will be taken.
    const at = input.selectionStart
    const upper = input.value.replace(/[a-z]/g, letter => letter.toUpperCase())
    if (upper !== input.value) {
      input.value = upper
      input.setSelectionRange(at, at)
    }
    setLength([...upper.trim()].length)
    // The password on show belongs to another device.
    if (unlocked && unlocked.sn !== upper.trim()) forget()
  }
  return (
    <form {...form.props} className={styles.form}>
      <div className={styles.field}>
        <TextField
          name="sn"
          label={m.unlock_sn()}
          hint={m.unlock_sn_hint({ length, all: SERIAL_NUMBER_LENGTH })}
          error={form.error('sn')}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          enterKeyHint="go"
          onInput={follow}
        />
      </div>
      <ErrorNotice error={form.submitError} />
      {unlocked && <PasswordPlate key={unlocked.count} {...unlocked} lightSource={props.lightSource} />}
      <Button
        type="submit"
        variant={unlocked ? 'secondary' : 'primary'}
        className={styles.submit}
        pending={form.pending}
      >
        {unlocked ? m.unlock_again() : m.unlock_get()}
      </Button>
    </form>
  )
}
