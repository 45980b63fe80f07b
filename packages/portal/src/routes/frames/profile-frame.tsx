import { isTrainingNeeded } from '@kerf/contract/app-version-rules'
import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type AccountBase,
  type MenuKey,
  menuItems,
  redirectTarget,
  type TrainingVisibility,
} from '../../features/account-menu/menu-items.ts'
import { SideMenu } from '../../features/account-menu/side-menu.tsx'
import { useAccountRefresh } from '../../features/profile/use-account-refresh.ts'
import { useLeaveGuard } from '../../features/profile/use-leave-guard.tsx'
import { certificateStatusQuery } from '../../features/training/certificate-status-query.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { useAccount } from '../../lib/session/current-account.ts'
import { portalHref } from '../../lib/url/links.ts'
import { AccountFrame, type AccountFrameContent } from './account-frame.tsx'
import { HeaderAccountMenu } from './header-account-menu.tsx'

interface Props extends AccountFrameContent {
  base: AccountBase
  /** Menu item of this page; undefined if it has none */
  current: MenuKey | undefined
}

/** Shell of the account center: side menu, account menu, and the confirmation before unsaved changes are lost. */
export function ProfileFrame({ base, current, ...content }: Props) {
  useDocumentTitle((content.windowTitle ?? content.title) || m.app_error_title())
  useAccountRefresh()
  const guard = useLeaveGuard()
  const training = useTrainingMenu(base)
  // On the training page, the menu keeps the item until the data shows that it is not needed.
  const stays = current === 'training' && !training.known
  const items = menuItems(base, { ...training, needed: training.needed || stays })
  const { title, back, sections = [] } = content
  useRedirectFromHiddenPage(current, training)
  return (
    <>
      <AccountFrame
        {...content}
        menu={<SideMenu items={items} current={current} page={back ? title : ''} sections={sections} />}
        aside={<HeaderAccountMenu base={base} mayLeave={guard.mayLeave} />}
      />
      {guard.dialog}
    </>
  )
}

interface TrainingMenuState extends TrainingVisibility {
  readonly known: boolean
}

/** Asks for the certificates only where training is not needed, because only there the menu depends on them. */
function useTrainingMenu(base: AccountBase): TrainingMenuState {
  const { data, system, url } = getPageContext()
  const needed = isTrainingNeeded(data.app.training, system, url.av)
  const isSignedIn = useAccount() !== undefined
  // The skeleton of the page uses this frame before there is a provider. A menu without an answer does not show the item.
  const { data: status } = useQuery(
    { ...certificateStatusQuery(), enabled: !needed && base === 'profile' && isSignedIn },
    queryClient,
  )
  return {
    needed,
    hasSafetyPrize: status?.isHave ?? false,
    hasPrintPrize: status?.printIsHave ?? false,
    known: needed || status !== undefined,
  }
}

function useRedirectFromHiddenPage(current: MenuKey | undefined, training: TrainingMenuState): void {
  const { history } = useRouter()
  const target = training.known && current ? redirectTarget(current, training) : undefined
  useEffect(() => {
    if (target !== undefined) history.replace(portalHref(target))
  }, [target, history])
}
