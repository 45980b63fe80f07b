import { isTrainingNeeded } from '@kerf/contract/portal-url'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import {
  type AccountBase,
  type MenuKey,
  menuItems,
  redirectTarget,
  type TrainingVisibility,
} from '../features/account-menu/menu-items.ts'
import { SideMenu } from '../features/account-menu/side-menu.tsx'
import { useAccountRefresh } from '../features/profile/use-account-refresh.ts'
import { useLeaveGuard } from '../features/profile/use-leave-guard.tsx'
import { certificateStatus, loadCertificateStatus } from '../features/training/certificate-status.ts'
import { useAccount } from '../lib/current-account.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { portalHref } from '../lib/links.ts'
import { getPageContext } from '../lib/page-context.ts'
import { useStore } from '../lib/store.ts'
import { HeaderAccountMenu } from './header-account-menu.tsx'
import { PageFrame } from './page-frame.tsx'
import styles from './profile-frame.module.css'

interface Props {
  base: AccountBase
  /** Menu item of this page. */
  current: MenuKey
  title: string
  lead?: ReactNode
  /** Cards of the page. They read the account with `useAccount`. */
  children: ReactNode
}

/** Shell of the account center: side menu, account menu, and the confirmation before unsaved changes are lost. */
export function ProfileFrame({ base, current, title, lead, children }: Props) {
  useDocumentTitle(title)
  useAccountRefresh()
  const guard = useLeaveGuard()
  const facts = useTrainingFacts(base)
  // On the training page, the menu keeps the item until the data shows that it is not needed.
  const stays = current === 'training' && !facts.known
  const items = menuItems(base, { ...facts, needed: facts.needed || stays })
  useSentAway(current, facts)
  const nav = items.length > 1 && <SideMenu items={items} current={current} />
  return (
    <PageFrame aside={<HeaderAccountMenu base={base} mayLeave={guard.mayLeave} />} wide={nav !== false}>
      <div className={styles.body} data-nav={nav ? '' : undefined}>
        {nav && <div className={styles.nav}>{nav}</div>}
        <main className={styles.main}>
          <div className={styles.heading}>
            <h1>{title}</h1>
            {lead && <p>{lead}</p>}
          </div>
          {children}
        </main>
      </div>
      {guard.dialog}
    </PageFrame>
  )
}

/** Requests prizes only if training is not needed, because only then the menu depends on them. */
function useTrainingFacts(base: AccountBase): TrainingVisibility & { readonly known: boolean } {
  const { data, system, url } = getPageContext()
  const needed = isTrainingNeeded(data.app.training, system, url.av)
  const uid = useAccount()?.uid
  const own = useStore(certificateStatus)
  useEffect(() => {
    // If the request fails, the menu does not show the item.
    if (!needed && base === 'profile' && uid !== undefined)
      void loadCertificateStatus(uid).catch(() => undefined)
  }, [needed, base, uid])
  const heard = own !== undefined && own.uid === uid ? own : undefined
  return {
    needed,
    hasSafetyPrize: heard?.isHave ?? false,
    hasPrintPrize: heard?.printIsHave ?? false,
    known: needed || heard !== undefined,
  }
}

function useSentAway(current: MenuKey, facts: TrainingVisibility & { readonly known: boolean }): void {
  const { history } = useRouter()
  const to = facts.known ? redirectTarget(current, facts) : undefined
  useEffect(() => {
    if (to !== undefined) history.replace(portalHref(to))
  }, [to, history])
}
