import { setCountry } from '@kerf/contract/endpoints/profile'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { optionalRule, requiredRule } from '../../lib/form/field-rules.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { type FullInfo, isEnterprise } from '../../lib/session/account.ts'
import { Button } from '../../ui/button/button.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { countryOptions } from './country-search.ts'
import { FieldSkeleton } from './field-skeleton.tsx'
import styles from './personal-card.module.css'
import { optionsOf } from './places.ts'
import { CardForm, type CardFormProps, FormCard } from './settings-card-form.tsx'
import { usePlaces } from './use-places.ts'
import { useSettingsCard } from './use-settings-card.ts'

type Field = 'country' | 'region'

/** Country or region and its subdivision, saved by one request. */
export function PlaceCard({ info }: { info: Pick<FullInfo, Field | 'enterpriseUser'> }) {
  return (
    <FormCard
      id="place"
      title={m.place_title()}
      description={isEnterprise(info) ? m.place_text_business() : m.place_text()}
      form={cardProps => <PlaceForm info={info} {...cardProps} />}
    />
  )
}

interface FormProps extends CardFormProps {
  info: Pick<FullInfo, Field>
}

function PlaceForm({ info, ...cardProps }: FormProps) {
  const language = useLanguage()
  const card = useSettingsCard<Field>({
    known: { country: info.country, region: info.region },
    labels: { country: m.place_country, region: m.place_region },
    rules: { country: requiredRule(m.place_country_required), region: optionalRule },
    rejected: { country: m.place_country_invalid, region: m.place_country_invalid },
    requests: [
      {
        fields: ['country', 'region'],
        async send({ country, region }, _, signal) {
          await callApi(setCountry, { country, region }, { signal })
          return { country, region }
        },
      },
    ],
  })
  const { country, region } = card.values
  const countries = usePlaces('')
  const regions = usePlaces(country || undefined)

  if (countries.failed) return <NotLoaded onRetry={countries.retry} />
  return (
    <CardForm card={card} {...cardProps}>
      <div className={styles.pair}>
        {countries.places ? (
          <Combobox
            name="country"
            label={m.place_country()}
            placeholder={m.place_search()}
            autoComplete="country"
            required
            options={countryOptions(countries.places, language)}
            value={country}
            onSelect={id => {
              if (id === country) return
              card.edit('country', id)
              card.edit('region', id === info.country ? info.region : '')
            }}
            error={card.error('country')}
          />
        ) : (
          <FieldSkeleton />
        )}
        {country && !regions.places && !regions.failed && <FieldSkeleton />}
        {regions.failed && <NotLoaded onRetry={regions.retry} />}
        {regions.places && regions.places.en.length > 0 && (
          <Combobox
            key={country}
            name="region"
            label={m.place_region()}
            hint={m.place_region_hint()}
            placeholder={m.place_search()}
            autoComplete="address-level1"
            clearable
            options={optionsOf(regions.places, language)}
            value={region}
            onSelect={id => card.edit('region', id)}
            error={card.error('region')}
          />
        )}
      </div>
    </CardForm>
  )
}

function NotLoaded({ onRetry }: { onRetry(): void }) {
  return (
    <Notice tone="danger" role="alert">
      <p>{m.place_failed()}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {m.place_retry()}
      </Button>
    </Notice>
  )
}
