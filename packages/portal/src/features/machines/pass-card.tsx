import type { OutputOf } from '@kerf/contract/endpoint'
import {
  issueMachinePass,
  limitMachinePasses,
  PASS_DAYS_MAX,
  PASS_NAME_MAX_BYTES,
} from '@kerf/contract/machines/passes'
import * as m from '@kerf/locales/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import type { FieldRule } from '../../lib/form/field-rules.ts'
import { useForm } from '../../lib/form/use-form.ts'
import { formatDateTime } from '../../lib/text/format-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import styles from './machines.module.css'
import type { Machine } from './machines-query.ts'
import { OfferDialog } from './offer-dialog.tsx'

type Pass = OutputOf<typeof issueMachinePass>

const nameRule: FieldRule = name =>
  new TextEncoder().encode(name.trim()).length > PASS_NAME_MAX_BYTES ? m.pass_name_long : undefined

const daysRule: FieldRule = days =>
  /^\d{1,2}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= PASS_DAYS_MAX
    ? undefined
    : () => m.pass_days_invalid({ max: PASS_DAYS_MAX })

/** A pass starts the machine where there is no network. The owner limits how long it lasts. */
export function PassCard({ machine }: { machine: Machine }) {
  const [dialog, setDialog] = useState<'get' | 'limit'>()
  const [pass, setPass] = useState<Pass>()
  const close = () => setDialog(undefined)
  return (
    <Card title={m.pass_title()} description={m.pass_text()}>
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={() => setDialog('get')}>
          {m.pass_get()}
        </Button>
        {machine.role === 'owner' && (
          <Button variant="quiet" onClick={() => setDialog('limit')}>
            {m.pass_limit()}
          </Button>
        )}
      </div>
      {dialog === 'get' && (
        <GetPassDialog
          machine={machine}
          onClose={close}
          onIssued={issued => {
            setPass(issued)
            close()
          }}
        />
      )}
      {dialog === 'limit' && <LimitDialog machine={machine} onClose={close} />}
      {pass && (
        <OfferDialog
          title={m.pass_title()}
          text={m.pass_show({ time: formatDateTime(pass.expireTime) })}
          qrCode={pass.qrCode}
          onClose={() => setPass(undefined)}
        />
      )}
    </Card>
  )
}

interface DialogProps {
  machine: Machine
  onClose(): void
}

function GetPassDialog({ machine, onIssued, onClose }: DialogProps & { onIssued(pass: Pass): void }) {
  const form = useForm<'name'>({
    rules: { name: nameRule },
    async send({ name }, signal) {
      const input = name.trim() === '' ? {} : { name: name.trim() }
      onIssued(await callApi(issueMachinePass, input, { params: { machine: machine.id }, signal }))
    },
  })
  return (
    <FormDialog title={m.pass_get()} form={form} submit={m.pass_get()} onClose={onClose}>
      <TextField
        name="name"
        label={m.pass_name()}
        hint={m.pass_name_hint()}
        autoComplete="off"
        error={form.error('name')}
        data-autofocus=""
      />
    </FormDialog>
  )
}

function LimitDialog({ machine, onClose }: DialogProps) {
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
