import * as m from '@kerf/locales/messages'
import { type ReactNode, useState } from 'react'
import { useForm } from '../../lib/form/use-form.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { joinSentences } from '../../lib/text/sentence-space.ts'
import { Button } from '../../ui/button/button.tsx'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Card } from '../../ui/card/card.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
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
  const maker = getPageContext().data.brand.legalName
  return (
    <Card>
      <div className={styles.body}>
        {account}
        <div>
          <h2 className={styles.label}>{m.authorize_receives({ name })}</h2>
          <ScopeList scopes={scopes} consented={consented} apis={apis} />
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
        <p className={styles.soft}>
          {joinSentences([
            registered && (party === 'third' ? m.authorize_third : m.authorize_first)({ name, maker }),
            machines || scopes.includes('machines') ? m.authorize_keeps_machines() : m.authorize_keeps(),
            m.authorize_withdraw(),
          ])}
        </p>
        {!registered && (
          <Notice tone="warning" title={m.authorize_unregistered_title()}>
            <p>{m.authorize_unregistered({ name, maker })}</p>
          </Notice>
        )}
        <AllowOrDeny
          onAllow={() => onAllow(machines ? chosen : undefined)}
          onDeny={onDeny}
          denyText={m.authorize_cancel()}
          canAllow={!machines || chosen.length > 0}
        />
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
        <div className={styles.actions}>
          <ButtonLink wide href={machinesHref}>
            {m.machines_claim()}
          </ButtonLink>
          <form {...back.props} aria-label={backText}>
            <ErrorNotice error={back.submitError} />
            <Button type="submit" variant="plain" wide pending={back.pending}>
              {backText}
            </Button>
          </form>
        </div>
      </div>
    </Card>
  )
}
