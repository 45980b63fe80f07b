/** The page “Ready to start”: passes of one or several machines, on the screen, as files and on one printed sheet. */
import { issueMachinePass, PASS_DAYS_MAX } from '@kerf/contract/machines/passes'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import type { ErrorDescription } from '../../../lib/api/error-texts.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { ErrorNotice } from '../../../ui/error-notice/error-notice.tsx'
import { TextField } from '../../../ui/text-field/text-field.tsx'
import { kindName, MachinePicture, machineName, machineTitle, serialNumberEnd } from '../machine-picture.tsx'
import type { Machine } from '../machines-query.ts'
import { daysRule, nameRule } from './pass-rules.ts'
import { type IssuedPass, PassSheet } from './pass-sheet.tsx'
import styles from './ready-to-start.module.css'
import { TrainingMissing } from './training-missing.tsx'

interface Props {
  machines: readonly Machine[]
  /** id of the machine that is chosen at first; undefined: all */
  chosen: string | undefined
  /** the safety courses; undefined for an account without them */
  coursesHref: string | undefined
}

interface Refusal {
  readonly machine: Machine
  readonly error: ErrorDescription
}

export function ReadyToStart({ machines, chosen, coursesHref }: Props) {
  const able = machines.filter(({ trained }) => trained)
  const unable = machines.filter(({ trained }) => !trained)
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(able.map(({ id }) => id).filter(id => chosen === undefined || id === chosen)),
  )
  const [passes, setPasses] = useState<readonly IssuedPass[]>()
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const form = useForm<'days' | 'name'>({
    rules: {
      days: (days, values) => (days.trim() === '' ? undefined : daysRule(days, values)),
      name: nameRule,
    },
    async send({ days, name }, signal) {
      const input = {
        ...(days.trim() !== '' && { days: Number(days) }),
        ...(name.trim() !== '' && { name: name.trim() }),
      }
      const issued: IssuedPass[] = []
      const refused: Refusal[] = []
      for (const machine of able.filter(({ id }) => selected.has(id)))
        try {
          const pass = await callApi(issueMachinePass, input, { params: { machine: machine.id }, signal })
          issued.push({ ...pass, machine })
        } catch (error) {
          if (signal.aborted) throw error
          refused.push({ machine, error: await describeError(error) })
        }
      setPasses(issued)
      setRefusals(refused)
    },
  })
  const toggle = (id: string, isSelected: boolean) =>
    setSelected(now => new Set(isSelected ? [...now, id] : [...now].filter(one => one !== id)))

  return (
    <div className={styles.page}>
      <Card title={m.pass_choose()} description={m.pass_choose_text()}>
        <form {...form.props} className={styles.form}>
          {able.length > 0 && (
            <fieldset className={styles.machines}>
              <legend className={styles.legend}>{m.pass_machines()}</legend>
              {able.map(machine => (
                <Checkbox
                  key={machine.id}
                  name={`machine ${machine.id}`}
                  label={<MachineLabel machine={machine} />}
                  checked={selected.has(machine.id)}
                  onChange={({ target }) => toggle(machine.id, target.checked)}
                />
              ))}
            </fieldset>
          )}
          {able.length > 0 && (
            <>
              <div className={styles.fields}>
                <TextField
                  name="days"
                  label={m.pass_wished_days()}
                  hint={m.pass_wished_days_hint({ max: PASS_DAYS_MAX })}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={2}
                  error={form.error('days')}
                />
                <TextField
                  name="name"
                  label={m.pass_name()}
                  hint={m.pass_name_hint()}
                  autoComplete="off"
                  error={form.error('name')}
                />
              </div>
              <ErrorNotice error={form.submitError} />
              <div className={styles.submit}>
                <Button type="submit" pending={form.pending} disabled={selected.size === 0}>
                  {m.pass_get_several({ count: selected.size })}
                </Button>
              </div>
            </>
          )}
        </form>
        {unable.map(machine => (
          <Missing key={machine.id} machine={machine}>
            <TrainingMissing machine={machine} coursesHref={coursesHref} />
          </Missing>
        ))}
        {refusals.map(({ machine, error }) => (
          <Missing key={machine.id} machine={machine}>
            <ErrorNotice error={error} />
          </Missing>
        ))}
      </Card>
      {passes && passes.length > 0 && <PassSheet passes={passes} />}
    </div>
  )
}

const MachineLabel = ({ machine }: { machine: Machine }) => (
  <span className={styles.machine}>
    <MachinePicture line={machine.line} />
    <span>
      <strong>{machineTitle(machine)}</strong>
      <span className={styles.kind}>
        {machineTitle(machine) !== kindName(machine.line) && `${kindName(machine.line)} · `}
        {serialNumberEnd(machine.sn)}
      </span>
    </span>
  </span>
)

/** A machine that cannot be started, and why. */
const Missing = ({ machine, children }: { machine: Machine; children: ReactNode }) => (
  <div className={styles.missing}>
    <strong>{machineName(machine)}</strong>
    {children}
  </div>
)
