import { setOtherInfo } from '@kerf/contract/endpoints/profile'
import { INTRODUCTION_MAX, NICKNAME_MAX } from '@kerf/contract/limits'
import { countCodePoints, normalizeLine, normalizeText } from '@kerf/contract/user-text'
import * as m from '@kerf/locales/messages'
import { callApi } from '../../lib/api/api-client.ts'
import type { FieldRule } from '../../lib/form/field-rules.ts'
import type { FullInfo } from '../../lib/session/account.ts'
import { TextArea } from '../../ui/text-area/text-area.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import styles from './about-card.module.css'
import { CharacterCount } from './character-count.tsx'
import { CardForm, type CardFormProps, FormCard } from './settings-card-form.tsx'
import { useSettingsCard } from './use-settings-card.ts'

type Field = 'nickname' | 'introduction'

const clean = { nickname: normalizeLine, introduction: normalizeText }
const tooLong = { nickname: nicknameTooLong, introduction: introductionTooLong }

function nicknameTooLong() {
  return m.field_too_long({ label: m.you_nickname(), max: NICKNAME_MAX })
}
function introductionTooLong() {
  return m.field_too_long({ label: m.you_introduction(), max: INTRODUCTION_MAX })
}

/** A nickname can be changed and not removed. Without one, the introduction is saved alone. */
const nicknameRule =
  (known: string): FieldRule =>
  typed => {
    const name = normalizeLine(typed)
    if (name === '') return known === '' ? undefined : m.you_nickname_required
    return countCodePoints(name) > NICKNAME_MAX ? nicknameTooLong : undefined
  }

const introductionRule: FieldRule = typed =>
  countCodePoints(normalizeText(typed)) > INTRODUCTION_MAX ? introductionTooLong : undefined

export function AboutCard({ info }: { info: FullInfo }) {
  return (
    <FormCard
      id="about"
      title={m.you_title()}
      description={m.you_text()}
      form={cardProps => <AboutForm info={info} {...cardProps} />}
    />
  )
}

interface FormProps extends CardFormProps {
  info: FullInfo
}

function AboutForm({ info, ...cardProps }: FormProps) {
  const card = useSettingsCard<Field>({
    known: { nickname: info.nickname, introduction: info.introduction },
    clean,
    labels: { nickname: m.you_nickname, introduction: m.you_introduction },
    rules: { nickname: nicknameRule(info.nickname), introduction: introductionRule },
    rejected: tooLong,
    requests: [
      {
        fields: ['nickname', 'introduction'],
        async send(values, changed, signal) {
          const change = Object.fromEntries(changed.map(name => [name, clean[name](values[name])]))
          await callApi(setOtherInfo, change, { signal })
          return change
        },
      },
    ],
  })
  return (
    <CardForm card={card} {...cardProps}>
      <div className={styles.nickname}>
        <TextField
          name="nickname"
          label={m.you_nickname()}
          action={
            <CharacterCount
              count={countCodePoints(clean.nickname(card.values.nickname))}
              max={NICKNAME_MAX}
            />
          }
          hint={m.you_nickname_hint()}
          autoComplete="nickname"
          required={info.nickname !== ''}
          value={card.values.nickname}
          onChange={event => card.edit('nickname', event.target.value)}
          error={card.error('nickname')}
        />
      </div>
      <TextArea
        name="introduction"
        label={m.you_introduction()}
        action={
          <CharacterCount
            count={countCodePoints(clean.introduction(card.values.introduction))}
            max={INTRODUCTION_MAX}
          />
        }
        hint={m.you_introduction_hint()}
        value={card.values.introduction}
        onChange={event => card.edit('introduction', event.target.value)}
        error={card.error('introduction')}
      />
    </CardForm>
  )
}
