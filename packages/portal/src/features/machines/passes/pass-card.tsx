import { limitMachinePasses } from '@kerf/contract/machines/passes'
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
import styles from '../machines.module.css'
import { type Machine, ownsMachine } from '../machines-query.ts'
import { daysRule } from './pass-rules.ts'
import { TrainingMissing } from './training-missing.tsx'

interface Props {
  machine: Machine
  /** the safety courses; undefined for an account without them */
  coursesHref: string | undefined
  /** opens the page of passes with this machine */
  onReady(): void
}

/** What is missing to start the machine, or the way to a pass. The owner limits how long passes last. */
export function PassCard({ machine, coursesHref, onReady }: Props) {
  const [limits, setLimits] = useState(false)
  const { trained, trainedUntil } = machine
  const isOwner = ownsMachine(machine)
  return (
    <Card title={m.pass_title()} description={m.pass_text()}>
      {!trained && <TrainingMissing machine={machine} coursesHref={coursesHref} />}
      {trained && trainedUntil != null && (
        <p>{keepDates(m.pass_trained_until({ date: formatDate(trainedUntil) }))}</p>
      )}
      {(trained || isOwner) && (
        <div className={styles.buttons}>
          {trained && (
            <Button variant="secondary" onClick={onReady}>
              {m.pass_get()}
            </Button>
          )}
          {isOwner && (
            <Button variant="quiet" onClick={() => setLimits(true)}>
              {m.pass_limit()}
            </Button>
          )}
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
      toast(m.pass_limited({ count: Number(days) }), 'success')
      onClose()
    },
  })
  return (
    <FormDialog title={m.pass_limit()} form={form} submit={m.machines_save()} onClose={onClose}>
      <TextField
        name="days"
        label={m.pass_days()}
        hint={m.pass_days_hint()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        error={form.error('days')}
        data-autofocus=""
      />
    </FormDialog>
  )
}
