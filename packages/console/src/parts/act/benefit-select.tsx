import * as m from '@kerf/locales/messages'
import { useLanguage } from '@kerf/portal/console-ui'
import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../../api/queries.ts'
import { Loaded } from '../loaded.tsx'
import { Select } from '../select.tsx'
import { useFieldError } from './act-dialog.tsx'

/** The benefits that can be given. `value` is '' until one is chosen. */
export function BenefitSelect({ value, onSelect }: { value: string; onSelect(benefit: string): void }) {
  const language = useLanguage()
  const error = useFieldError('benefit')
  return (
    <Loaded query={useQuery(consoleQuery('benefit list', {}))}>
      {benefits => (
        <Select
          label={m.console_col_benefit()}
          error={error}
          value={value}
          onChange={event => onSelect(event.target.value)}
          options={[
            { value: '', label: m.console_choose() },
            ...benefits
              .filter(({ retiredAt }) => retiredAt === null)
              .map(({ id, nameEn, nameZh }) => ({ value: id, label: language === 'zh' ? nameZh : nameEn })),
          ]}
        />
      )}
    </Loaded>
  )
}
