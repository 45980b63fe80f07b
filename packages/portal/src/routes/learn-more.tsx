import * as m from '@kerf/locales/messages'
import { About, type AboutMachine } from '../features/about/about.tsx'
import { MENU_ICONS } from '../features/account-menu/menu-icons.tsx'
import { kindName, machineScene } from '../features/machines/machine-picture.tsx'
import { useLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { QueryProvider } from '../lib/query/query-provider.tsx'
import { BarePage } from './frames/bare-page.tsx'

const machineKinds = (): readonly AboutMachine[] =>
  ['laser', 'printer', 'welder'].map(line => ({ name: kindName(line), scene: machineScene(line) }))

export function LearnMorePage() {
  const language = useLanguage()
  const { brand } = getPageContext().data
  const name = brand.name[language]
  return (
    <BarePage
      title={m.about_title({ brand: name })}
      lead={m.about_what_text({ brand: name, tagline: brand.tagline[language] })}
      hasLogin
    >
      <QueryProvider>
        <About
          brand={name}
          machines={
            brand.training === false ? undefined : { Icon: MENU_ICONS.machines, kinds: machineKinds() }
          }
        />
      </QueryProvider>
    </BarePage>
  )
}
