import * as m from '@kerf/locales/messages'
import { consentState, hasObjectionSignal, mayTrack, saveChoice } from '../../lib/analytics/consent-choice.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { useStore } from '../../lib/store.ts'
import { Card } from '../../ui/card/card.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'

/** Shows and changes the consent to usage statistics. */
export function StatisticsChoice() {
  useLanguage()
  const now = useStore(consentState)
  const allowed = mayTrack(now, hasObjectionSignal())
  return (
    <Card title={m.tracking_choice()} description={m.tracking_choice_lead()}>
      {hasObjectionSignal() ? (
        <p>{m.tracking_objected()}</p>
      ) : (
        <Segmented
          label={m.tracking_choice()}
          options={[
            { value: 'yes', label: m.tracking_choice_yes() },
            { value: 'no', label: m.tracking_choice_no() },
          ]}
          value={allowed ? 'yes' : 'no'}
          onSelect={value => saveChoice(value === 'yes' ? 'yes' : 'no')}
        />
      )}
    </Card>
  )
}
