import { icon, path } from '../../ui/icon/icon.tsx'
import { InfoIcon, PersonIcon, ShieldIcon } from '../../ui/icon/icons.tsx'
import type { MenuKey } from './menu-items.ts'

const TicketIcon = /* @__PURE__ */ icon(
  path('M2.5 5.5h15v3a1.7 1.7 0 0 0 0 3.4v3h-15v-3a1.7 1.7 0 0 0 0-3.4v-3ZM12 5.5v1.5M12 9.2v1.6M12 13v1.5'),
)
const GogglesIcon = /* @__PURE__ */ icon(
  path(
    'M2.5 8h15v3.5a3 3 0 0 1-3 3h-1c-1.6 0-2.2-2.5-3.5-2.5s-1.9 2.5-3.5 2.5h-1a3 3 0 0 1-3-3V8ZM2.5 9.5L1.5 6.5M17.5 9.5l1-3',
  ),
)

const LaserIcon = /* @__PURE__ */ icon(
  path('M2.5 4h15v3h-15ZM8 7v2l2 2 2-2V7M10 11v2.5M2.5 16.5h15M6 14.5l1 1M14 14.5l-1 1'),
)

export const MENU_ICONS = {
  settings: PersonIcon,
  security: ShieldIcon,
  machines: LaserIcon,
  exchange: TicketIcon,
  training: GogglesIcon,
  'learn-more': InfoIcon,
} as const satisfies Record<MenuKey, unknown>

export const SunIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="10" r="3.5" />
    <path d="M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1" />
  </>,
)
export const MoonIcon = /* @__PURE__ */ icon(path('M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z'))
