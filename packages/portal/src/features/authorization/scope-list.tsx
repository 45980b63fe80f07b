import type { OutputOf } from '@kerf/contract/endpoint'
import type { describeAuthorization } from '@kerf/contract/endpoints/openid'
import * as m from '@kerf/locales/messages'
import { type ComponentType, type ReactNode, useId } from 'react'
import { getLanguage } from '../../lib/page/language.ts'
import { ClockIcon, PlaceIcon } from '../../ui/icon/fact-icons.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { LetterIcon, PersonIcon } from '../../ui/icon/icons.tsx'
import styles from './consent.module.css'

const IdIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2.5 4.5h15v11h-15zM12 8.5h3M12 11.5h3M4.8 13c.3-1.3 1.1-2 2.2-2s1.9.7 2.2 2" />
    <circle cx="7" cy="8.2" r="1.3" />
  </>,
)
const CompanyIcon = /* @__PURE__ */ icon(
  path('M4 17V3.5h8V17M12 8h4v9M2.5 17h15M6.5 6.5h3M6.5 9.5h3M6.5 12.5h3'),
)
const TicketIcon = /* @__PURE__ */ icon(
  path('M3 6h14v2.5a1.5 1.5 0 0 0 0 3V14H3v-2.5a1.5 1.5 0 0 0 0-3ZM12 6v1.5M12 9.2v1.6M12 12.5V14'),
)
const MachineIcon = /* @__PURE__ */ icon(path('M3 4.5h14M7.5 4.5v4h5v-4M10 8.5v4M3 16h14'))
const ActIcon = /* @__PURE__ */ icon(path('M11.5 2.5L4.5 11.5h5l-1 6 7-9h-5Z'))

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

const SCOPE_ICONS: Readonly<Record<string, ComponentType>> = {
  openid: IdIcon,
  email: LetterIcon,
  address: PlaceIcon,
  enterprise: CompanyIcon,
  benefits: TicketIcon,
  machines: MachineIcon,
  machine_claim: MachineIcon,
  machine_session: MachineIcon,
  offline_access: ClockIcon,
}

/** With these the app does more than read details of the person. */
const ACTING_SCOPES: readonly string[] = ['machine_claim', 'machine_session', 'offline_access']

/** What an app receives, in plain words. A scope that this version does not know is shown by its name. */
export const scopeText = (scope: string): string => SCOPE_TEXTS[scope]?.() ?? scope

interface Props {
  scopes: readonly string[]
  /** of these, what the person has agreed to before */
  consented?: readonly string[]
  apis: readonly Api[]
}

/** All of it, as a list. */
export const ScopeList = (props: Props) => <Rows rows={rowsOf(props)} />

/** What is new, and what the person has agreed to before. */
export function splitScopes(props: Props): { readonly asked: ReactNode; readonly before: ReactNode } {
  const rows = rowsOf(props)
  const added = rows.filter(({ isAllowed }) => !isAllowed)
  const before = rows.filter(({ isAllowed }) => isAllowed)
  // An app may ask again for what it has.
  if (added.length === 0 || before.length === 0) return { asked: <Rows rows={rows} />, before: null }
  return {
    asked: <Rows rows={added} />,
    before: (
      <div>
        <h2 className={styles.label}>{m.authorize_before()}</h2>
        <Rows rows={before} />
      </div>
    ),
  }
}

function rowsOf({ scopes, consented = [], apis }: Props) {
  const lang = getLanguage()
  return [
    ...scopes.map(scope => ({
      key: scope,
      text: scopeText(scope),
      Icon: SCOPE_ICONS[scope] ?? PersonIcon,
      isActing: ACTING_SCOPES.includes(scope),
      isAllowed: consented.includes(scope),
    })),
    ...apis.flatMap(({ clientId, name, scopes: ofApi }) =>
      ofApi.map(scope => ({
        key: `${clientId} ${scope.name}`,
        text: m.authorize_api_scope({ api: name, what: scope[lang] }),
        Icon: ActIcon,
        isActing: true,
        isAllowed: scope.consented,
      })),
    ),
  ]
}

interface Row {
  readonly key: string
  readonly text: string
  readonly Icon: ComponentType
  readonly isActing: boolean
}

/** What is only read, then in a box of its own what the app can do. */
function Rows({ rows }: { rows: readonly Row[] }) {
  const id = useId()
  const acting = rows.filter(({ isActing }) => isActing)
  return (
    <>
      <List rows={rows.filter(({ isActing }) => !isActing)} />
      {acting.length > 0 && (
        <div className={styles.acting}>
          <p id={id} className={styles.label}>
            {m.authorize_acts()}
          </p>
          <List rows={acting} labelledBy={id} />
        </div>
      )}
    </>
  )
}

const List = ({ rows, labelledBy }: { rows: readonly Row[]; labelledBy?: string }) =>
  rows.length > 0 && (
    <ul className={styles.scopes} aria-labelledby={labelledBy}>
      {rows.map(({ key, text, Icon }) => (
        <li key={key}>
          <Icon />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
