/** The screens, in the order of the navigation, with the call that a role needs for each (`operation-table.ts` of the server). */
import type { ConsoleCallName } from '@kerf/contract/console/console-calls'
import * as m from '@kerf/locales/messages'

export const SCREENS = [
  { to: '/', call: 'find', label: () => m.console_nav_search() },
  { to: '/today', call: 'stats', label: () => m.console_nav_today() },
  { to: '/messages', call: 'message list', label: () => m.console_nav_messages() },
  { to: '/announcements', call: 'announcement list', label: () => m.console_nav_announcements() },
  { to: '/codes', call: 'codes list', label: () => m.console_nav_codes() },
  { to: '/apps', call: 'app list', label: () => m.console_nav_apps() },
  { to: '/machines', call: 'machine requests', label: () => m.console_nav_machines() },
  { to: '/networks', call: 'ip list', label: () => m.console_nav_networks() },
  { to: '/approvals', call: 'approval list', label: () => m.console_nav_approvals() },
  { to: '/audit', call: 'audit', label: () => m.console_nav_audit() },
  { to: '/operators', call: 'operator list', label: () => m.console_nav_operators() },
] as const satisfies readonly { to: string; call: ConsoleCallName; label: () => string }[]
