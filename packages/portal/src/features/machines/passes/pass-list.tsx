/** The page of passes: for one or several machines, on the screen, as files and on one printed sheet. */
import { endOfPass, issueMachinePass, PASS_DAYS_MAX } from '@kerf/contract/machines/passes'
import * as m from '@kerf/locales/messages'
import { type FormEvent, type ReactNode, useState } from 'react'
import { callApi } from '../../../lib/api/api-client.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import type { ErrorDescription } from '../../../lib/api/error-texts.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { formatDate } from '../../../lib/text/format-time.ts'
import { keepDates } from '../../../lib/text/rich-text.tsx'
import { sentenceSpace } from '../../../lib/text/sentence-space.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { CardDisclosure, Disclosure } from '../../../ui/disclosure/disclosure.tsx'
import { ErrorNotice } from '../../../ui/error-notice/error-notice.tsx'
import { HelpLink } from '../../../ui/help-link/help-link.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { TextField } from '../../../ui/text-field/text-field.tsx'
import { kindName, MachinePicture, machineName, machineTitle, serialNumberEnd } from '../machine-picture.tsx'
import machineStyles from '../machines.module.css'
import type { Machine } from '../machines-query.ts'
import { courseTitle } from '../training-missing.tsx'
import styles from './pass-list.module.css'
import { daysRule, nameRule } from './pass-rules.ts'
import { type IssuedPass, PassSheet } from './pass-sheet.tsx'

interface Props {
  machines: readonly Machine[]
  /** id of the machine that is chosen at first; undefined: all that are not lost */
  chosen: string | undefined
  /** the safety courses; undefined for an account without them */
  coursesHref: string | undefined
  /** the page shows passes from now on */
  onIssued(): void
}

/** The machine has no key: asking again changes nothing. */
const NO_KEY = 'machine_pass_unavailable'

export function PassList({ machines, chosen, coursesHref, onIssued }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        machines
          .filter(({ id, trained, lost }) => trained && (chosen === undefined ? !lost : id === chosen))
          .map(({ id }) => id),
      ),
  )
  const [passes, setPasses] = useState<readonly IssuedPass[]>([])
  const [refusals, setRefusals] = useState<ReadonlyMap<string, ErrorDescription>>(new Map())
  /** what was sent last: the form moves into the fold below the passes */
  const [lastInput, setLastInput] = useState({ days: '', name: '' })
  /** what is typed now: the ends of the passes follow it */
  const [typedDays, setTypedDays] = useState('')
  const requestedDays = daysRule(typedDays, {}) ? undefined : Number(typedDays)
  // Rendered when it is first opened: in a closed fold, fields have a label that nobody sees.
  const [hasOptions, setOptions] = useState(false)
  const [isMore, setMore] = useState(false)
  // A machine without a key is named above the passes, and another request would give it none.
  const wantsMore = isMore || [...refusals.values()].some(({ errorName }) => errorName !== NO_KEY)
  const isAble = ({ id, trained }: Machine) => trained && refusals.get(id)?.errorName !== NO_KEY
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
      const refused = new Map<string, ErrorDescription>()
      for (const machine of machines.filter(({ id }) => selected.has(id)))
        try {
          const pass = await callApi(issueMachinePass, input, { params: { machine: machine.id }, signal })
          issued.push({ ...pass, machine })
        } catch (error) {
          if (signal.aborted) throw error
          refused.set(machine.id, await describeError(error))
        }
      setLastInput({ days, name })
      // What is left can be repeated.
      setSelected(new Set([...refused].filter(([, { errorName }]) => errorName !== NO_KEY).map(([id]) => id)))
      // Earlier passes stay, and machines without a key.
      if (issued.length > 0) {
        onIssued()
        setPasses(now => [
          ...issued,
          ...now.filter(({ machine }) => issued.every(one => one.machine.id !== machine.id)),
        ])
      }
      setRefusals(
        now => new Map([...[...now].filter(([, { errorName }]) => errorName === NO_KEY), ...refused]),
      )
    },
  })
  const toggle = (id: string, isSelected: boolean) =>
    setSelected(now => new Set(isSelected ? [...now, id] : [...now].filter(one => one !== id)))

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A field in a closed disclosure takes no focus.
    const options = event.currentTarget.querySelector('details')
    const isFilled = [...(options?.querySelectorAll('input') ?? [])].some(({ value }) => value !== '')
    if (options && isFilled) options.open = true
    void form.props.onSubmit(event)
  }

  const chooser = (
    <form {...form.props} className={styles.form} onSubmit={submit}>
      <fieldset className={styles.machines}>
        <legend className={styles.legend}>{m.pass_machines()}</legend>
        {machines.map(machine => (
          <div key={machine.id} className={styles.row}>
            <Checkbox
              name={`machine ${machine.id}`}
              label={
                <MachineLabel
                  machine={machine}
                  end={isAble(machine) ? nextEnd(machine, requestedDays) : undefined}
                />
              }
              checked={selected.has(machine.id)}
              disabled={!isAble(machine)}
              onChange={({ target }) => toggle(machine.id, target.checked)}
            />
            {machine.trained ? (
              <Outcome
                error={refusals.get(machine.id)}
                pass={passes.find(one => one.machine.id === machine.id)}
                isLost={machine.lost}
                isAnnounced={passes.length === 0}
              />
            ) : (
              <Reason text={m.machines_course()}>
                {coursesHref ? (
                  <a href={coursesHref}>{m.pass_course_open({ course: courseTitle(machine) })}</a>
                ) : (
                  m.pass_missing_personal()
                )}
              </Reason>
            )}
          </div>
        ))}
      </fieldset>
      {machines.some(isAble) && (
        <>
          <Disclosure summary={m.pass_options()} open={hasOptions} onOpen={() => setOptions(true)}>
            {hasOptions && (
              <div className={styles.fields}>
                <p className={machineStyles.soft}>{m.pass_validity()}</p>
                <TextField
                  name="days"
                  label={m.pass_wished_days()}
                  hint={m.pass_wished_days_hint({ max: PASS_DAYS_MAX })}
                  defaultValue={lastInput.days}
                  onInput={({ currentTarget }) => setTypedDays(currentTarget.value)}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={2}
                  error={form.error('days')}
                />
                <TextField
                  name="name"
                  label={m.pass_name()}
                  hint={m.pass_name_hint()}
                  defaultValue={lastInput.name}
                  autoComplete="off"
                  error={form.error('name')}
                />
              </div>
            )}
          </Disclosure>
          <ErrorNotice error={form.submitError} />
          <div className={styles.submit}>
            {selected.size === 0 && <p className={machineStyles.soft}>{m.pass_none_chosen()}</p>}
            <Button type="submit" pending={form.pending} disabled={selected.size === 0}>
              {selected.size === 0 ? m.pass_choose() : m.pass_get_several({ count: selected.size })}
            </Button>
          </div>
        </>
      )}
    </form>
  )
  if (passes.length === 0)
    return (
      <Card title={m.pass_choose()} description={m.pass_choose_text()}>
        {chooser}
      </Card>
    )
  return (
    <div className={styles.page}>
      {refusals.size > 0 && (
        <Notice tone="warning" role="alert">
          {machines.map(machine => (
            <Refusal key={machine.id} machine={machineName(machine)} error={refusals.get(machine.id)} />
          ))}
        </Notice>
      )}
      <PassSheet passes={passes} />
      <Card>
        <CardDisclosure title={m.pass_more()} open={wantsMore} onOpen={() => setMore(true)}>
          {wantsMore && <div className={styles.more}>{chooser}</div>}
        </CardDisclosure>
      </Card>
    </div>
  )
}

/** Why a machine has no new pass. Shown above the passes, because the list of machines is far below them. */
const Refusal = ({ machine, error }: { machine: string; error: ErrorDescription | undefined }) =>
  error && (
    <p>
      {error.errorName === NO_KEY ? (
        <>
          {m.pass_refused_no_key({ machine })}
          {sentenceSpace()}
          <HelpLink>{m.pass_no_key_help()}</HelpLink>
        </>
      ) : (
        <>
          {m.pass_refused({ machine })}
          {sentenceSpace()}
          {error.text?.()}
        </>
      )}
    </p>
  )

/** Until when a pass lasts that is made now. A former version of the server does not say how long. */
const nextEnd = ({ passDays, until, trainedUntil = null }: Machine, requestedDays: number | undefined) =>
  passDays && endOfPass(Date.now() / 1_000, { requestedDays, maximum: passDays, until, trainedUntil })

/** `end`: of the pass that the machine can get; undefined: it gets none. */
function MachineLabel({ machine, end }: { machine: Machine; end: number | undefined }) {
  return (
    <span className={styles.machine}>
      <MachinePicture line={machine.line} />
      <span>
        <strong>{machineTitle(machine)}</strong>
        <span className={styles.kind}>
          {machineTitle(machine) !== kindName(machine.line) && `${kindName(machine.line)} · `}
          {serialNumberEnd(machine.sn)}
          {end !== undefined && <> · {keepDates(m.pass_next({ date: formatDate(end) }))}</>}
        </span>
      </span>
    </span>
  )
}

/** Why the last request gave no pass for the machine, until when the pass above is valid, or that a pass counts although it is lost. */
function Outcome({
  error,
  pass,
  isLost,
  isAnnounced,
}: {
  error: ErrorDescription | undefined
  pass: IssuedPass | undefined
  isLost: boolean
  /** false: the notice above the passes announces the error already */
  isAnnounced: boolean
}) {
  const role = isAnnounced ? 'alert' : undefined
  if (!error?.text) {
    if (pass) return <Reason text={m.pass_until({ date: formatDate(pass.expireTime) })} tone="success" />
    return (
      isLost && (
        <Reason text={m.machines_lost()} tone="danger">
          {m.pass_lost()}
        </Reason>
      )
    )
  }
  if (error.errorName !== NO_KEY)
    return (
      <div className={styles.error}>
        <Notice tone="danger" role={role}>
          {error.text()}
        </Notice>
      </div>
    )
  return (
    <Reason text={m.pass_no_key()} role={role}>
      <HelpLink>{m.pass_no_key_help()}</HelpLink>
    </Reason>
  )
}

/** Beside a machine: a state, and what it means for a pass or how to get one. */
const Reason = ({
  text,
  tone,
  role,
  children,
}: {
  text: string
  tone?: 'success' | 'danger'
  role?: 'alert' | undefined
  children?: ReactNode
}) => (
  <p className={styles.reason} role={role}>
    <span className={machineStyles.badges}>
      <span data-tone={tone}>{text}</span>
    </span>
    {children}
  </p>
)
