import type { OutputOf } from '@kerf/contract/endpoint'
import type { describeAuthorization } from '@kerf/contract/endpoints/openid'
import * as m from '@kerf/locales/messages'
import { getLanguage } from '../../lib/page/language.ts'
import { Disclosure } from '../../ui/disclosure/disclosure.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import styles from './consent.module.css'

type Api = OutputOf<typeof describeAuthorization>['apis'][number]

const SCOPE_TEXTS: Readonly<Record<string, () => string>> = {
  openid: m.authorize_scope_openid,
  profile: m.authorize_scope_profile,
  email: m.authorize_scope_email,
  address: m.authorize_scope_address,
  enterprise: m.authorize_scope_enterprise,
  benefits: m.authorize_scope_benefits,
  machines: m.authorize_scope_machines,
  machine_claim: m.authorize_scope_machine_claim,
  machine_session: m.authorize_scope_machine_session,
  offline_access: m.authorize_scope_offline_access,
}

/** What an app receives, in plain words. A scope that this version does not know is shown by its name. */
export const scopeText = (scope: string): string => SCOPE_TEXTS[scope]?.() ?? scope

export function ScopeList({
  scopes,
  consented = [],
  apis,
}: {
  scopes: readonly string[]
  /** of these, what the person has agreed to before */
  consented?: readonly string[]
  apis: readonly Api[]
}) {
  const lang = getLanguage()
  const rows = [
    ...scopes.map(scope => ({ key: scope, text: scopeText(scope), isAllowed: consented.includes(scope) })),
    ...apis.flatMap(({ clientId, name, scopes: ofApi }) =>
      ofApi.map(scope => ({
        key: `${clientId} ${scope.name}`,
        text: m.authorize_api_scope({ api: name, what: scope[lang] }),
        isAllowed: scope.consented,
      })),
    ),
  ]
  const added = rows.filter(({ isAllowed }) => !isAllowed)
  const before = rows.filter(({ isAllowed }) => isAllowed)
  return (
    <>
      <Rows rows={added} />
      {before.length > 0 && (
        <Disclosure summary={m.authorize_before({ count: before.length })} open={added.length === 0}>
          <Rows rows={before} />
        </Disclosure>
      )}
    </>
  )
}

const Rows = ({ rows }: { rows: readonly { readonly key: string; readonly text: string }[] }) =>
  rows.length > 0 && (
    <ul className={styles.scopes}>
      {rows.map(({ key, text }) => (
        <li key={key}>
          <CheckIcon />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
