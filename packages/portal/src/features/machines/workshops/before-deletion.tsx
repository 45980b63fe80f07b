import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { portalHref } from '../../../lib/url/links.ts'
import { PortalLink } from '../../../ui/app-link/portal-link.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { machinesQuery } from '../machines-query.ts'
import { awaitedWorkshopsQuery } from '../owner/workshops-query.ts'

/** What ends with the account, and the way to hand it over first. Shows nothing to a person without machines and workshops. */
export function BeforeDeletion() {
  // The dialog waited for both, see `awaitedWorkshopsQuery`.
  const { data: machines = [] } = useQuery({ ...machinesQuery(), retryOnMount: false })
  const { data: workshops = [] } = useQuery(awaitedWorkshopsQuery())
  const owned = machines.filter(({ role }) => role === 'owner').length
  return (
    <>
      {owned > 0 && (
        <Notice tone="warning" title={m.workshops_delete_machines({ count: owned })}>
          <p>{m.workshops_delete_machines_text()}</p>
          <PortalLink href={portalHref('profile/machines')}>{m.join_open()}</PortalLink>
        </Notice>
      )}
      {workshops
        .filter(({ onlyAdmin }) => onlyAdmin)
        .map(({ id, name }) => (
          <Notice key={id} tone="warning" title={m.workshops_delete_title({ name })}>
            <p>{m.workshops_delete_text()}</p>
            <PortalLink href={portalHref(`profile/machines/workshops/${id}`)}>
              {m.workshops_delete_open()}
            </PortalLink>
          </Notice>
        ))}
    </>
  )
}
