import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { useForm } from '../../lib/form/use-form.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { joinSentences } from '../../lib/text/sentence-space.ts'
import { ClaimLink } from '../../parts/claim-link/claim-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Disclosure } from '../../ui/disclosure/disclosure.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { AllowOrDeny } from './allow-or-deny.tsx'
import type { Authorization } from './authorization-query.ts'
import styles from './consent.module.css'
import { type ChosenMachines, MachineChoice, type OfferedMachine } from './machine-choice.tsx'
import { splitScopes } from './scope-list.tsx'

interface Props {
  authorization: Authorization
  /** the account that answers */
  account: ReactNode
  /** what an offered machine is called */
  machineName(machine: OfferedMachine): string
  /** of the kind of machine */
  machinePicture(line: string): ReactNode
  /** `machines`: if the app asks for some */
  onAllow(machines?: ChosenMachines): Promise<void>
  onDeny(): Promise<void>
}

/** What an app receives if the person allows it. */
export function ConsentCard({ authorization, account, machineName, machinePicture, onAllow, onDeny }: Props) {
  const { client, scopes, consented, apis, machines } = authorization
  const [chosen, setChosen] = useState<ChosenMachines>(() =>
    (machines ?? []).flatMap(one => (one.chosen ? [{ id: one.id, name: one.named }] : [])),
  )
  const { name, party, homepageUrl, privacyUrl, registered } = client
  const { asked, before } = splitScopes({ scopes, consented, apis })
  const maker = getPageContext().data.brand.legalName
  return (
    <Card>
      <div className={styles.body}>
        {account}
        {!registered && (
          <Notice tone="warning" title={m.authorize_unregistered_title()}>
            <p>{m.authorize_unregistered({ name, maker })}</p>
          </Notice>
        )}
        <div>
          <h2 className={styles.label}>{m.authorize_receives({ name })}</h2>
          {asked}
        </div>
        {machines && (
          <MachineChoice
            app={name}
            machines={machines}
            chosen={chosen}
            onChange={setChosen}
            machineName={machineName}
            machinePicture={machinePicture}
          />
        )}
        {registered && (
          <p className={styles.soft}>
            {(party === 'third' ? m.authorize_third : m.authorize_first)({ name, maker })}
          </p>
        )}
        <Disclosure summary={m.authorize_more()}>
          <div className={styles.more}>
            {before}
            <p className={styles.soft}>
              {joinSentences([
                machines || scopes.includes('machines') ? m.authorize_keeps_machines() : m.authorize_keeps(),
                m.authorize_withdraw(),
              ])}
            </p>
            {(homepageUrl || privacyUrl) && (
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
            )}
          </div>
        </Disclosure>
        <AllowOrDeny
          onAllow={() => onAllow(machines ? chosen : undefined)}
          onDeny={onDeny}
          denyText={m.activate_deny()}
          isNeutral={!registered}
          canAllow={!machines || chosen.length > 0}
        />
      </div>
    </Card>
  )
}

/** Instead of the question: the person has no machine that the app asks for. */
export function NoMachineCard({
  name,
  account,
  machinesHref,
  onDeny,
}: Pick<Props, 'account' | 'onDeny'> & {
  /** of the app */
  name: string
  /** where a machine can be claimed */
  machinesHref: string
}) {
  const back = useForm<never>({ rules: {}, send: onDeny })
  const backText = m.authorize_back({ name })
  return (
    <Card>
      <div className={styles.body}>
        {account}
        <form {...back.props} aria-label={backText} className={styles.stack}>
          <ClaimLink wide href={machinesHref} />
          <ErrorNotice error={back.submitError} />
          <Button type="submit" variant="secondary" wide pending={back.pending}>
            {backText}
          </Button>
        </form>
      </div>
    </Card>
  )
}
