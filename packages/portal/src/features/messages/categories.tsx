/** Names and icons of the message categories. */
import type { MessageCategory } from '@kerf/contract/endpoints/message'
import * as m from '@kerf/locales/messages'
import { icon, path } from '../../ui/icon/icon.tsx'
import type { Tab } from './data/message-list.ts'

export const TAB_NAMES = {
  all: m.messages_tab_all,
  device: m.messages_kind_device,
  system: m.messages_kind_system,
  app: m.messages_kind_app,
  activity: m.messages_kind_activity,
  unread: m.messages_tab_unread,
} as const satisfies Record<Tab, () => string>

const LaserIcon = /* @__PURE__ */ icon(
  <>
    <path d="M3 4h14v4H3zM10 8v5M6.5 16.5h7" />
    <path d="M8.2 16.5l1.8-3.5 1.8 3.5" />
  </>,
)
const SystemIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="10" r="2.75" />
    <path d="M10 2.5v2.2M10 15.3v2.2M2.5 10h2.2M15.3 10h2.2M4.7 4.7l1.6 1.6M13.7 13.7l1.6 1.6M4.7 15.3l1.6-1.6M13.7 6.3l1.6-1.6" />
  </>,
)
const AppIcon = /* @__PURE__ */ icon(
  path('M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM14 11v6M11 14h6'),
)
const ActivityIcon = /* @__PURE__ */ icon(
  path('M3.5 8.5l9-4.5v12l-9-4.5zM3.5 8.5v3M12.5 8a2.2 2.2 0 0 1 0 4M6 12.5l1 4h2l-1-3.2'),
)

export const CATEGORY_ICONS = {
  device: LaserIcon,
  system: SystemIcon,
  app: AppIcon,
  activity: ActivityIcon,
} as const satisfies Record<MessageCategory, unknown>

/** What the messages of a category are about. */
export const CATEGORY_NOTES = {
  device: m.messages_about_device,
  system: m.messages_about_system,
  app: m.messages_about_app,
  activity: m.messages_about_activity,
} as const satisfies Record<MessageCategory, () => string>

export const KeyboardIcon = /* @__PURE__ */ icon(
  <>
    <rect x="2" y="5" width="16" height="10" rx="1.5" />
    <path d="M5 8.2h.1M8.3 8.2h.1M11.6 8.2h.1M14.9 8.2h.1M6.5 11.8h7" />
  </>,
)
export const GearIcon = /* @__PURE__ */ icon(
  <>
    <path d="M8.3 4.6l.3-2.1h2.8l.3 2.1 1 .4 1.6-1.3 2 2L15 7.3l.4 1 2.1.3v2.8l-2.1.3-.4 1 1.3 1.6-2 2-1.6-1.3-1 .4-.3 2.1H8.6l-.3-2.1-1-.4-1.6 1.3-2-2L5 12.7l-.4-1-2.1-.3V8.6l2.1-.3.4-1-1.3-1.6 2-2L7.3 5Z" />
    <circle cx="10" cy="10" r="2.25" />
  </>,
)
export const ReadIcon = /* @__PURE__ */ icon(path('M1.5 10.5l3.5 3.5 6.5-8M9.5 13.5l.5.5 7.5-8.5'))
