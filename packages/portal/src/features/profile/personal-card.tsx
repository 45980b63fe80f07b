import { setBirthday, setGender } from '@kerf/contract/endpoints/profile'
import { BIRTHDAY_EARLIEST } from '@kerf/contract/limits'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import { optionalRule, requiredRule } from '../../lib/form/field-rules.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { DateField } from '../../ui/date-field/date-field.tsx'
import { RadioField } from '../../ui/radio-field/radio-field.tsx'
import { birthdayError, dayOf, secondsOf, today } from './birthday.ts'
import styles from './personal-card.module.css'
import { usePlaces } from './place/use-places.ts'
import { type PlaceField, PlaceFields, placeRequest } from './place-fields.tsx'
import { CardForm, type CardFormProps, FormCard } from './settings-card-form.tsx'
import { useSettingsCard } from './use-settings-card.ts'

type Field = 'gender' | 'birthday' | PlaceField
type Gender = 'male' | 'female'

/** Gender, birthday and place. Saving sends one request for each. */
export function PersonalCard({ info }: { info: FullInfo }) {
  return (
    <FormCard
      id="personal"
      title={m.personal_title()}
      description={m.personal_text()}
      form={cardProps => <PersonalForm info={info} {...cardProps} />}
    />
  )
}

interface FormProps extends CardFormProps {
  info: FullInfo
}

function PersonalForm({ info, ...cardProps }: FormProps) {
  const known = {
    gender: info.gender,
    birthday: dayOf(info.birthday),
    country: info.country,
    region: info.region,
  }
  /** Gender and birthday are required, except of a person who has neither and saves the country. */
  const isAsked = (typed: Readonly<Record<string, string>>): boolean =>
    Boolean(known.gender || known.birthday || typed.gender || typed.birthday)
  // Until they are loaded, the country has no field, and so no value that a rule could check.
  const { places } = usePlaces('')
  const card = useSettingsCard<Field>({
    known,
    labels: {
      gender: m.personal_gender,
      birthday: m.personal_birthday,
      country: m.place_country,
      region: m.place_region,
    },
    rules: {
      gender: (chosen, typed) => (isAsked(typed) && chosen === '' ? m.personal_gender_required : undefined),
      birthday: (day, typed) => (isAsked(typed) ? birthdayError(day, today()) : undefined),
      country: known.country && places ? requiredRule(m.place_country_required) : optionalRule,
      region: optionalRule,
    },
    rejected: {
      gender: m.personal_gender_required,
      birthday: m.personal_birthday_invalid,
      country: m.place_country_invalid,
      region: m.place_country_invalid,
    },
    requests: [
      {
        fields: ['gender'],
        async send(values, _, signal) {
          const gender = values.gender as Gender
          await callApi(setGender, { gender }, { signal })
          return { gender }
        },
      },
      {
        fields: ['birthday'],
        async send({ birthday }, _, signal) {
          await callApi(setBirthday, { birthday }, { signal })
          return { birthday: secondsOf(birthday) }
        },
      },
      placeRequest,
    ],
  })
  return (
    <CardForm card={card} {...cardProps}>
      <div className={styles.pair}>
        <RadioField<Gender>
          name="gender"
          label={m.personal_gender()}
          required
          options={[
            { value: 'male', label: m.personal_male() },
            { value: 'female', label: m.personal_female() },
          ]}
          value={card.values.gender as Gender | ''}
          onSelect={gender => card.edit('gender', gender)}
          error={card.error('gender')}
        />
        <DateField
          name="birthday"
          label={m.personal_birthday()}
          autoComplete="bday"
          required
          min={BIRTHDAY_EARLIEST}
          max={today()}
          value={card.values.birthday}
          onChange={event => card.edit('birthday', event.target.value)}
          error={card.error('birthday')}
        />
        <PlaceFields card={card} known={known} />
      </div>
    </CardForm>
  )
}
