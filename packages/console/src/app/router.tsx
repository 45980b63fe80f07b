/** Addresses of the screens. Filters are part of them, so that a colleague sees the same. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { AnnouncementsScreen } from '../screens/announcements-screen.tsx'
import { AppScreen } from '../screens/app-screen.tsx'
import { ApprovalsScreen } from '../screens/approvals-screen.tsx'
import { AppsScreen } from '../screens/apps-screen.tsx'
import { AuditScreen } from '../screens/audit-screen.tsx'
import { CodesScreen } from '../screens/codes-screen.tsx'
import { MachinesScreen } from '../screens/machines-screen.tsx'
import { MessagesScreen } from '../screens/messages-screen.tsx'
import { NetworksScreen } from '../screens/networks-screen.tsx'
import { OperatorsScreen } from '../screens/operators-screen.tsx'
import { PersonOfAddress, PersonScreen } from '../screens/person-screen.tsx'
import { RequestScreen } from '../screens/request-screen.tsx'
import { SearchScreen } from '../screens/search-screen.tsx'
import { TodayScreen } from '../screens/today-screen.tsx'
import { NotFound } from './not-found.tsx'
import { hideTypedTexts, parseSearch, stringifySearch } from './private-search.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** Texts of the address; anything else in it is dropped. */
const texts =
  <const N extends string>(...names: readonly N[]) =>
  (search: Record<string, unknown>): Partial<Record<N, string>> =>
    Object.fromEntries(
      names.flatMap(name => {
        const value = search[name]
        return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
      }),
    ) as Partial<Record<N, string>>

const at = <const P extends string>(path: P, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component })

const searchRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/', component: SearchScreen },
  validateSearch: texts('q', 'after'),
})
const personRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/people/$who', component: PersonScreen },
  validateSearch: texts('tab'),
})
const personOfAddressRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/people', component: PersonOfAddress },
  validateSearch: texts('who', 'tab'),
})
const auditRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/audit', component: AuditScreen },
  validateSearch: texts(
    ...(['who', 'event', 'operator', 'request', 'network', 'outcome', 'since', 'until', 'before'] as const),
  ),
})
const approvalsRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/approvals', component: ApprovalsScreen },
  validateSearch: texts('all'),
})
const appRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/apps/$clientId', component: AppScreen },
  validateSearch: texts('failed'),
})
const machinesRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/machines', component: MachinesScreen },
  validateSearch: texts('machine'),
})
const todayRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/today', component: TodayScreen },
  validateSearch: texts('days'),
})
const requestRoute = createRoute({
  ...{ getParentRoute: () => root, path: '/requests/$id', component: RequestScreen },
})

const routeTree = root.addChildren([
  searchRoute,
  personRoute,
  personOfAddressRoute,
  auditRoute,
  approvalsRoute,
  appRoute,
  machinesRoute,
  todayRoute,
  requestRoute,
  at('/apps', AppsScreen),
  at('/messages', MessagesScreen),
  at('/announcements', AnnouncementsScreen),
  at('/codes', CodesScreen),
  at('/networks', NetworksScreen),
  at('/operators', OperatorsScreen),
])

hideTypedTexts()

export const router = createRouter({ routeTree, parseSearch, stringifySearch })

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
