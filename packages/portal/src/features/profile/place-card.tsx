import * as m from '@kerf/locales/messages'
import { optionalRule, requiredRule } from '../../lib/form/field-rules.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import styles from './personal-card.module.css'
import { type PlaceField, PlaceFields, placeRequest } from './place-fields.tsx'
import { CardForm, type CardFormProps, FormCard } from './settings-card-form.tsx'
import { useSettingsCard } from './use-settings-card.ts'

type Known = Pick<FullInfo, PlaceField>

/** Where a company is. */
export function PlaceCard({ info }: { info: Known }) {
  return (
    <FormCard
      id="place"
      title={m.place_title()}
      form={cardProps => <PlaceForm info={info} {...cardProps} />}
    />
  )
}

interface FormProps extends CardFormProps {
  info: Known
}

function PlaceForm({ info, ...cardProps }: FormProps) {
  const known = { country: info.country, region: info.region }
  const card = useSettingsCard<PlaceField>({
    known,
    labels: { country: m.place_country, region: m.place_region },
    rules: { country: requiredRule(m.place_country_required), region: optionalRule },
    rejected: { country: m.place_country_invalid, region: m.place_country_invalid },
    requests: [placeRequest],
  })
  return (
    <CardForm card={card} isBesideTitle {...cardProps}>
      <div className={styles.pair} data-wide="">
        <PlaceFields card={card} known={known} />
      </div>
    </CardForm>
  )
}
