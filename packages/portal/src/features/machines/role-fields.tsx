import type { SharedRole } from '@kerf/contract/machines/machines'
import * as m from '@kerf/locales/messages'
import type { FieldRule } from '../../lib/form/field-rules.ts'
import { DateField } from '../../ui/date-field/date-field.tsx'
import { RadioField } from '../../ui/radio-field/radio-field.tsx'

/** The end of a day in the person's time zone, in Unix seconds. */
const endOfDay = (date: string): number => Math.floor(new Date(`${date}T23:59:59`).getTime() / 1_000)

export const untilRule: FieldRule = date =>
  date !== '' && !(endOfDay(date) * 1_000 > Date.now()) ? m.invite_until_past : undefined

/** Input of a call that gives a role. `date`: '' for a role without end. */
export const untilInput = (date: string): { readonly until?: number } =>
  date === '' ? {} : { until: endOfDay(date) }

export const RoleField = ({ value, onSelect }: { value: SharedRole; onSelect(role: SharedRole): void }) => (
  <RadioField
    name="role"
    label={m.invite_role()}
    options={[
      { value: 'operator', label: m.machines_role_operator(), detail: m.invite_role_operator() },
      { value: 'manager', label: m.machines_role_manager(), detail: m.invite_role_manager() },
    ]}
    value={value}
    onSelect={onSelect}
  />
)

export const UntilField = ({ error }: { error: string | undefined }) => (
  <DateField name="until" label={m.invite_until()} hint={m.invite_until_hint()} error={error} />
)
