import * as m from '@kerf/locales/messages'
import { Tag } from '../page.tsx'

interface Period {
  readonly from: number
  readonly until: number | null
  readonly revoked: number | null
}

export type PeriodState = 'revoked' | 'scheduled' | 'ended' | 'shown'

export function periodState({ from, until, revoked }: Period, now = Date.now() / 1_000): PeriodState {
  if (revoked !== null) return 'revoked'
  if (from > now) return 'scheduled'
  return until !== null && until <= now ? 'ended' : 'shown'
}

const WORDS: Readonly<Record<PeriodState, () => string>> = {
  revoked: m.console_message_revoked,
  scheduled: m.console_message_scheduled,
  ended: m.console_message_ended,
  shown: m.console_message_shown,
}

export function PeriodTag(period: Period) {
  const state = periodState(period)
  return <Tag tone={state === 'shown' ? 'good' : state === 'revoked' ? 'bad' : 'plain'}>{WORDS[state]()}</Tag>
}
