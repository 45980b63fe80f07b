import { limitMachinePasses, PASS_DAYS_DEFAULT } from '@kerf/contract/machines/passes'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { formatDate } from '../../../lib/text/format-time.ts'
import { keepDates } from '../../../lib/text/rich-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextField } from '../../../ui/text-field/text-field.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { ActionRow } from '../action-row.tsx'
import styles from '../machines.module.css'
import { type Machine, ownsMachine, refreshMachines } from '../machines-query.ts'
import { daysRule } from './pass-rules.ts'

interface Props {
  machine: Machine
  /** opens the page of passes with this machine */
  onPasses(): void
}

/**
 * What a pass is, the way to one, and until when the person can get one. The owner limits how long the passes of all people
 * last. Shows nothing to a person who can do neither.
 */
export function PassCard({ machine, onPasses }: Props) {
  const [limits, setLimits] = useState(false)
  // A former version of the server does not say how many days: the default is likely.
  const { trained, trainedUntil, passDays: days = PASS_DAYS_DEFAULT } = machine
  if (!trained && !ownsMachine(machine)) return null
  return (
    <Card
      title={m.pass_title()}
      description={m.pass_text()}
      action={trained && <Button onClick={onPasses}>{m.pass_get()}</Button>}
    >
      {trained && trainedUntil != null && (
        <p>{keepDates(m.pass_trained_until({ date: formatDate(trainedUntil) }))}</p>
      )}
      {ownsMachine(machine) && (
        <div className={styles.acts} data-rows="">
          <ActionRow
            title={m.pass_limit_title()}
            text={days === 1 ? m.pass_limit_text_one() : m.pass_limit_text({ days })}
          >
            <Button variant="secondary" onClick={() => setLimits(true)}>
              {m.pass_limit()}
            </Button>
          </ActionRow>
        </div>
      )}
      {limits && <LimitDialog machine={machine} onClose={() => setLimits(false)} />}
    </Card>
  )
}

function LimitDialog({ machine, onClose }: { machine: Machine; onClose(): void }) {
  const form = useForm<'days'>({
    rules: { days: daysRule },
    async send({ days }, signal) {
      await callApi(limitMachinePasses, { days: Number(days) }, { params: { machine: machine.id }, signal })
      await refreshMachines()
      toast(m.pass_limited({ count: Number(days) }), 'success')
      onClose()
    },
  })
  return (
    <FormDialog title={m.pass_limit()} form={form} submit={m.machines_save()} onClose={onClose}>
      <TextField
        name="days"
        label={m.pass_days()}
        hint={m.pass_days_hint({ days: PASS_DAYS_DEFAULT })}
        defaultValue={machine.passDays}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        error={form.error('days')}
        data-autofocus=""
      />
    </FormDialog>
  )
}
