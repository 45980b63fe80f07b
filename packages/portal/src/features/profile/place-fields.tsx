import { setCountry } from '@kerf/contract/endpoints/profile'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { Button } from '../../ui/button/button.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import type { Values } from './draft.ts'
import { FieldSkeleton } from './field-skeleton.tsx'
import { countryOptions } from './place/country-search.ts'
import { optionsOf } from './place/places.ts'
import { usePlaces } from './place/use-places.ts'
import type { CardRequest } from './use-settings-card.ts'

export type PlaceField = 'country' | 'region'

/** Saves both: the subdivision belongs to the country. */
export const placeRequest: CardRequest<PlaceField> = {
  fields: ['country', 'region'],
  async send({ country, region }, _, signal) {
    await callApi(setCountry, { country, region }, { signal })
    return { country, region }
  },
}

interface Props {
  card: {
    readonly values: Values<PlaceField>
    edit(name: PlaceField, value: string): void
    error(name: PlaceField): string | undefined
  }
  known: Values<PlaceField>
}

/** Country or region, and its subdivision. */
export function PlaceFields({ card, known }: Props) {
  const language = useLanguage()
  const { country, region } = card.values
  const countries = usePlaces('')
  const regions = usePlaces(country || undefined)

  if (countries.failed) return <NotLoaded onRetry={countries.retry} />
  return (
    <>
      {countries.places ? (
        <Combobox
          name="country"
          label={m.place_country()}
          placeholder={m.place_choose()}
          autoComplete="country"
          required
          options={countryOptions(countries.places, language)}
          value={country}
          onSelect={id => {
            if (id === country) return
            card.edit('country', id)
            card.edit('region', id === known.country ? known.region : '')
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
    </>
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
