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
  const query = useQuery(consoleQuery('benefit list', {}))
  return (
    // Without a skeleton: the fields below must not move when the benefits arrive.
    <Loaded query={query.isPending ? { ...query, data: [] } : query}>
      {benefits => (
        <Select
          disabled={query.isPending}
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
