import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { getPageContext } from '../../lib/page/page-context.ts'
import { Card } from '../../ui/card/card.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { AllowOrDeny } from './allow-or-deny.tsx'
import type { Authorization } from './authorization-query.ts'
import styles from './consent.module.css'
import { type ChosenMachines, MachineChoice, type OfferedMachine } from './machine-choice.tsx'
import { ScopeList } from './scope-list.tsx'

interface Props {
  authorization: Authorization
  /** the account that answers */
  account: ReactNode
  /** what an offered machine is called */
  machineName(machine: OfferedMachine): string
  /** `machines`: if the app asks for some */
  onAllow(machines?: ChosenMachines): Promise<void>
  onDeny(): Promise<void>
}

/** What an app receives if the person allows it. */
export function ConsentCard({ authorization, account, machineName, onAllow, onDeny }: Props) {
  const { client, scopes, consented, apis, machines } = authorization
  const [chosen, setChosen] = useState<ChosenMachines>(() =>
    (machines ?? []).flatMap(one => (one.chosen ? [{ id: one.id, name: one.named }] : [])),
  )
  const hasNone = machines?.length === 0
  const { name, party, homepageUrl, privacyUrl, registered } = client
  return (
    <Card>
      <div className={styles.body}>
        {account}
        {hasNone ? (
          <Notice>{m.authorize_machines_none({ name })}</Notice>
        ) : (
          <div>
            <h2 className={styles.label}>{m.authorize_receives({ name })}</h2>
            <ScopeList scopes={scopes} consented={consented} apis={apis} />
          </div>
        )}
        {machines && !hasNone && (
          <MachineChoice
            app={name}
            machines={machines}
            chosen={chosen}
            onChange={setChosen}
            machineName={machineName}
          />
        )}
        {!hasNone && (
          <div className={styles.soft}>
            <p>
              {machines || scopes.includes('machines') ? m.authorize_keeps_machines() : m.authorize_keeps()}
            </p>
            <p>{m.authorize_withdraw()}</p>
          </div>
        )}
        <AllowOrDeny
          onAllow={hasNone ? undefined : () => onAllow(machines ? chosen : undefined)}
          onDeny={onDeny}
          denyText={hasNone ? m.authorize_back({ name }) : m.authorize_cancel()}
          canAllow={!machines || chosen.length > 0}
        />
        <div className={styles.about}>
          {(!registered
            ? m.authorize_unregistered
            : party === 'third'
              ? m.authorize_third
              : m.authorize_first)({
            name,
            maker: getPageContext().data.brand.legalName,
          })}
          <p className={styles.links}>
            {[
              [homepageUrl, m.authorize_homepage({ name })],
              [privacyUrl, m.authorize_privacy({ name })],
            ].map(
              ([href, text]) =>
                href && (
                  <a key={text} href={href} target="_blank" rel="noopener noreferrer">
                    {text}
                  </a>
                ),
            )}
          </p>
        </div>
      </div>
    </Card>
  )
}
