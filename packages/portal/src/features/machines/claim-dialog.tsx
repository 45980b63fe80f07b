import type { OutputOf } from '@kerf/contract/endpoint'
import { CODE_INPUT_MAX, SERIAL_NUMBER_LENGTH } from '@kerf/contract/limits'
import { claimMachine, startMachineClaim } from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { requiredRule } from '../../lib/form/field-rules.ts'
import { PRINTED_CODE } from '../../lib/form/printed-code.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { formatDate } from '../../lib/text/format-time.ts'
import { DigitsPlate } from '../../parts/machine-digits/digits-plate.tsx'
import { RatingPlateDrawing } from '../../parts/machine-label/rating-plate-drawing.tsx'
import { ScanButton } from '../../parts/scan/scan-button.tsx'
import type { Scanned } from '../../parts/scan/scan-storage.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { RadioField } from '../../ui/radio-field/radio-field.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './claim-dialog.module.css'
import { type Machine, refreshMachines } from './machines-query.ts'
import { OwnerChoice, ownerInput } from './owner/owner-choice.tsx'

type Digits = OutputOf<typeof startMachineClaim>
type Way = 'display' | 'card'

interface Props {
  /** of a scan; '': the person types the serial number */
  scanned?: Scanned | undefined
  onClaimed(machine: Machine): Promise<void>
  onClose(): void
}

/** Claims a machine in two steps: which one, and the proof of its display or its card. What was typed stays in each of them. */
export function ClaimDialog({ scanned, onClaimed, onClose }: Props) {
  const [way, setWay] = useState<Way>(scanned?.kept === 'card' ? 'card' : 'display')
  const [sn, setSn] = useState(scanned?.text ?? '')
  const [owner, setOwner] = useState('self')
  const [isProving, setProving] = useState(false)
  const [digits, setDigits] = useState<Digits>()
  const start = async (typed: string, signal: AbortSignal) =>
    setDigits(await callApi(startMachineClaim, { sn: typed }, { signal }))
  const snForm = useForm<'sn'>({
    rules: { sn: requiredRule(m.claim_sn_required) },
    async send(values, signal) {
      const typed = values.sn.trim()
      if (way === 'display') await start(typed, signal)
      setSn(typed)
      setProving(true)
    },
  })
  const codeForm = useForm<'code'>({
    rules: { code: requiredRule(m.claim_code_required) },
    fieldOf: { machine_claim_refused: 'code' },
    async send({ code }, signal) {
      again.clearErrors()
      const answer = await callApi(claimMachine, { sn, code, ...ownerInput(owner) }, { signal })
      if ('machine' in answer) {
        toast(m.claim_done(), 'success')
        await onClaimed(answer.machine)
      } else {
        toast(m.claim_requested({ date: formatDate(answer.request.reviewFrom) }), 'success')
        await refreshMachines()
      }
      onClose()
    },
  })
  const again = useForm<never>({
    rules: {},
    async send(_, signal) {
      await start(sn, signal)
      codeForm.clearErrors()
    },
  })
  /** The same code is refused again: it takes new digits, or the correction of a typing error. */
  const isRefused = codeForm.submitError?.errorName === 'machine_claim_refused'
  /** Shown in place of the refusal before it. */
  const failedAgain = again.submitError?.text?.()
  const codeError =
    isRefused && way === 'display'
      ? (failedAgain ?? m.claim_digits_refused())
      : (codeForm.error('code') ?? failedAgain)
  if (!isProving)
    return (
      <FormDialog title={m.machines_claim()} form={snForm} submit={m.claim_continue()} onClose={onClose}>
        <div className={styles.lead}>
          <RatingPlateDrawing />
          <p>{m.claim_lead()}</p>
        </div>
        <TextField
          name="sn"
          label={m.claim_sn()}
          hint={scanned?.text ? m.claim_sn_scanned() : m.claim_sn_hint({ length: SERIAL_NUMBER_LENGTH })}
          defaultValue={sn}
          error={snForm.error('sn')}
          action={<ScanButton purpose="claim" kept={way} />}
          {...PRINTED_CODE}
          maxLength={CODE_INPUT_MAX}
          data-autofocus=""
        />
        <RadioField
          name="way"
          label={m.claim_way()}
          options={[
            { value: 'display', label: m.claim_by_display(), detail: m.claim_by_display_how() },
            { value: 'card', label: m.claim_by_card(), detail: m.claim_by_card_how() },
          ]}
          value={way}
          onSelect={setWay}
        />
        <OwnerChoice value={owner} onSelect={setOwner} />
      </FormDialog>
    )
  return (
    <FormDialog
      key="proof"
      title={m.machines_claim()}
      form={codeForm}
      submit={m.claim_submit()}
      isSubmitDisabled={isRefused}
      onClose={onClose}
    >
      <div className={styles.machine}>
        <span>{sn}</span>
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            codeForm.clearErrors()
            again.clearErrors()
            setProving(false)
          }}
        >
          {m.claim_other()}
        </Button>
      </div>
      {way === 'display' && digits && (
        <DigitsPlate {...digits} title={m.claim_digits_first()} isRefused={isRefused}>
          <Button
            variant={isRefused ? 'primary' : 'quiet'}
            size={isRefused ? 'medium' : 'small'}
            wide={isRefused}
            pending={again.pending}
            onClick={() => void again.props.onSubmit()}
          >
            {m.claim_digits_again()}
          </Button>
        </DigitsPlate>
      )}
      <TextField
        name="code"
        label={way === 'display' ? m.claim_code() : m.claim_card()}
        hint={way === 'card' ? m.claim_card_hint() : undefined}
        error={codeError}
        inputMode={way === 'display' ? 'numeric' : 'text'}
        {...PRINTED_CODE}
        maxLength={24}
        onInput={event => {
          if (way === 'display') groupDigits(event.currentTarget)
          if (isRefused) codeForm.clearErrors()
          again.clearErrors()
        }}
        data-autofocus=""
      />
    </FormDialog>
  )
}

const GROUP_LENGTH = 5

/** Two groups, as the machine shows them. The caret of a correction within the digits stays where it is. */
function groupDigits(input: HTMLInputElement): void {
  if (input.selectionStart !== input.value.length) return
  const digits = input.value.replaceAll(/\s/g, '')
  if (/^\d+$/.test(digits) && digits.length > GROUP_LENGTH)
    input.value = `${digits.slice(0, GROUP_LENGTH)} ${digits.slice(GROUP_LENGTH)}`
}
