/** Name and icon of each platform that a session can come from. */
import type { System } from '@kerf/contract/portal-url'
import * as m from '@kerf/locales/messages'
import type { ComponentType } from 'react'
import { icon, path } from './icon.tsx'

export const BrowserIcon = icon(
  <>
    <rect x="2.5" y="3.5" width="15" height="13" rx="1.5" />
    <path d="M2.5 7.5h15M5 5.5h.1M7.2 5.5h.1" />
  </>,
)
const ScreenIcon = icon(
  <>
    <rect x="2.5" y="3.5" width="15" height="10" rx="1.5" />
    <path d="M7 17h6M10 13.5V17" />
  </>,
)
export const PhoneIcon = icon(
  <>
    <rect x="5.5" y="2.5" width="9" height="15" rx="1.75" />
    <path d="M9 15h2" />
  </>,
)
const TabletIcon = icon(
  <>
    <rect x="3.5" y="2.5" width="13" height="15" rx="1.75" />
    <path d="M9 15h2" />
  </>,
)
const MachineIcon = icon(
  <>
    <path d="M3 16.5V8h14v8.5H3ZM5.5 8V4.5h9V8M10 8v3.2" />
    <path d="M7 14h6M10 11.2v.1" />
  </>,
)
/** Recovery codes, which are printed or saved. */
export const SheetIcon = icon(
  path('M4.5 2.5h7.5l3.5 3.5v11.5h-11ZM12 2.5V6h3.5M7.5 9.5h5M7.5 12h5M7.5 14.5h3'),
)
export const LockIcon = icon(
  <>
    <rect x="4" y="8.5" width="12" height="8.5" rx="1.5" />
    <path d="M6.5 8.5V6a3.5 3.5 0 0 1 7 0v2.5M10 12v1.8" />
  </>,
)

const LaptopIcon = icon(
  <>
    <rect x="4" y="4.5" width="12" height="8.5" rx="1.25" />
    <path d="M2 15.5h16" />
  </>,
)
const WindowsIcon = icon(
  path('M3.5 5.2l5.5-.9v5.2H3.5ZM11 4l5.5-.9v6.4H11ZM3.5 11.2H9v5.2l-5.5-.9ZM11 11.2h5.5v6.3L11 16.6Z'),
)
const TerminalIcon = icon(
  <>
    <rect x="2.5" y="3.5" width="15" height="13" rx="1.5" />
    <path d="M5.5 8l2.5 2-2.5 2M10 12.5h4" />
  </>,
)

interface Platform {
  readonly name: () => string
  readonly Icon: ComponentType
}

export const PLATFORMS: Readonly<Record<System, Platform>> = {
  pc: { name: m.security_platform_pc, Icon: ScreenIcon },
  pad: { name: m.security_platform_pad, Icon: TabletIcon },
  mobile: { name: m.security_platform_mobile, Icon: PhoneIcon },
  'web-pc': { name: m.security_platform_web_pc, Icon: BrowserIcon },
  'web-mobile': { name: m.security_platform_web_mobile, Icon: PhoneIcon },
  'web-pad': { name: m.security_platform_web_pad, Icon: TabletIcon },
  os: { name: m.security_platform_os, Icon: MachineIcon },
}

const SYSTEM_ICONS: ReadonlyMap<string, ComponentType> = new Map([
  ['macOS', LaptopIcon],
  ['ChromeOS', LaptopIcon],
  ['Windows', WindowsIcon],
  ['Linux', TerminalIcon],
  ['iOS', PhoneIcon],
  ['iPadOS', TabletIcon],
])

/** Icon of a session's device: that of its system, which the name of a browser ends with, as in "Chrome (macOS)". */
export const deviceIcon = (platform: System, application: string): ComponentType =>
  SYSTEM_ICONS.get(/\((\w+)\)$/.exec(application)?.[1] ?? '') ?? PLATFORMS[platform].Icon

/** The first characters are enough to distinguish sessions. */
export const shortSessionId = (session: string): string => session.slice(0, 8)
