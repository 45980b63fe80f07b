import * as m from '@kerf/locales/messages'
import { useQuery } from '@tanstack/react-query'
import { MENU_ICONS } from '../../features/account-menu/menu-icons.tsx'
import type { AccountBase } from '../../features/account-menu/menu-items.ts'
import styles from '../../features/home/home.module.css'
import { HOME_PICTURES_MAX, HomeCard, HomeEmpty, HomeRow } from '../../features/home/home-card.tsx'
import { MachinePicture, machineTitle, serialNumberEnd } from '../../features/machines/machine-picture.tsx'
import { type Machine, machinesQuery, ROLE_NAMES } from '../../features/machines/machines-query.ts'
import { useKnownMachines } from '../../features/welder/use-known-machines.ts'
import { portalHref } from '../../lib/url/links.ts'
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
        query.isPending
          ? undefined
          : { href, name: query.data?.length === 0 ? m.machines_claim() : m.machines_back() }
      }
      query={query}
      loadingText={m.machines_loading()}
    >
      {machines => {
        const other = connected.find(({ sn }) => !machines.some(machine => machine.sn === sn))
        if (machines.length === 0 && !other)
          return <HomeEmpty picture={<MachinePicture line="laser" />} text={m.machines_empty_text()} />
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
                    {ROLE_NAMES[machine.role]()} · <MachineState machine={machine} />
                    {machine.name === '' && (
                      <span className={styles.line}>{serialNumberEnd(machine.sn)}</span>
                    )}
                  </>
                }
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

function MachineState({ machine: { lost, transferring, trained } }: { machine: Machine }) {
  if (!lost && !transferring && trained) return m.home_machine_ready()
  return (
    <span className={styles.soon}>
      {lost ? m.machines_lost() : transferring ? m.machines_transferring() : m.machines_course()}
    </span>
  )
}
