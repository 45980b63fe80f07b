import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { MENU_ICONS } from '../../features/account-menu/menu-icons.tsx'
import type { AccountBase } from '../../features/account-menu/menu-items.ts'
import styles from '../../features/home/home.module.css'
import { HOME_PICTURES_MAX, HomeCard, HomeEmpty, HomeRow } from '../../features/home/home-card.tsx'
import { MachinePicture, machineTitle, serialNumberEnd } from '../../features/machines/machine-picture.tsx'
import { machineStates } from '../../features/machines/machines-card.tsx'
import { machinesQuery, ROLE_NAMES } from '../../features/machines/machines-query.ts'
import { useKnownMachines } from '../../features/welder/use-known-machines.ts'
import { formatDate } from '../../lib/text/format-time.ts'
import { portalHref } from '../../lib/url/links.ts'
import { ClaimLink } from '../../parts/claim-link/claim-link.tsx'
import { PLATFORMS } from '../../ui/icon/platforms.tsx'

/** Machines of the account; where there are fewer, the first one that the host app names; the way to claim one. */
export function HomeMachines({ base }: { base: AccountBase }) {
  const query = useQuery(machinesQuery())
  const connected = useKnownMachines()
  const href = portalHref(`${base}/machines`)
  return (
    <HomeCard
      title={m.machines_title()}
      Icon={MENU_ICONS.machines}
      link={
        query.data?.length !== 0
          ? { href, name: m.machines_back() }
          : connected.length > 0
            ? { href, name: m.machines_claim() }
            : undefined
      }
      query={query}
      loadingText={m.machines_loading()}
    >
      {machines => {
        const other = connected.find(({ sn }) => !machines.some(machine => machine.sn === sn))
        if (machines.length === 0 && !other)
          return (
            <HomeEmpty
              picture={<MachinePicture line="laser" />}
              text={m.machines_empty_text()}
              action={<ClaimLink size="small" href={href} />}
            />
          )
        return (
          <ul className={styles.rows}>
            {machines.slice(0, HOME_PICTURES_MAX).map(machine => (
              <HomeRow
                key={machine.id}
                mark={<MachinePicture line={machine.line} />}
                isPicture
                title={machineTitle(machine)}
                detail={
                  <>
                    {ROLE_NAMES[machine.role]()} ·{' '}
                    {machine.until !== null && (
                      <>
                        <span className={styles.phrase}>
                          {m.machines_until({ date: formatDate(machine.until) })}
                        </span>
                        <br />
                      </>
                    )}
                    <span className={styles.phrase}>{serialNumberEnd(machine.sn)}</span>
                  </>
                }
                states={machineStates(machine)}
                href={portalHref(`${base}/machines/${machine.id}`)}
              />
            ))}
            {machines.length < HOME_PICTURES_MAX && other && (
              <HomeRow
                mark={<PLATFORMS.os.Icon />}
                title={other.name || m.home_machine()}
                detail={serialNumberEnd(other.sn)}
              />
            )}
          </ul>
        )
      }}
    </HomeCard>
  )
}
