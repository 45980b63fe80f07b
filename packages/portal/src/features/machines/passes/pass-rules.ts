import { PASS_DAYS_MAX, PASS_NAME_MAX_BYTES } from '@kerf/contract/machines/passes'
import * as m from '@kerf/locales/messages'
import type { FieldRule } from '../../../lib/form/field-rules.ts'

export const nameRule: FieldRule = name =>
  new TextEncoder().encode(name.trim()).length > PASS_NAME_MAX_BYTES ? m.pass_name_long : undefined

export const daysRule: FieldRule = days =>
  /^\d{1,2}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= PASS_DAYS_MAX
    ? undefined
    : () => m.pass_days_invalid({ max: PASS_DAYS_MAX })
