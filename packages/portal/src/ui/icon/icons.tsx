import { icon, path } from './icon.tsx'

export const CheckIcon = /* @__PURE__ */ icon(path('M4 10.5l4 4 8-9'))
export const CopyIcon = /* @__PURE__ */ icon(
  <>
    <rect x="7" y="7" width="10" height="10" rx="1.5" />
    <path d="M13 4.5A1.5 1.5 0 0 0 11.5 3h-7A1.5 1.5 0 0 0 3 4.5v7A1.5 1.5 0 0 0 4.5 13" />
  </>,
)
export const PlusIcon = /* @__PURE__ */ icon(path('M10 4.5v11M4.5 10h11'))
export const PencilIcon = /* @__PURE__ */ icon(
  path('M3.5 16.5l.8-3.6 8.4-8.4 2.8 2.8-8.4 8.4ZM11 6.2L13.8 9'),
)
export const LinkIcon = /* @__PURE__ */ icon(
  path(
    'M8.3 11.7a3.2 3.2 0 0 0 4.5 0l2.7-2.7a3.2 3.2 0 0 0-4.5-4.5l-1.1 1.1M11.7 8.3a3.2 3.2 0 0 0-4.5 0l-2.7 2.7a3.2 3.2 0 0 0 4.5 4.5l1.1-1.1',
  ),
)
export const PersonIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="6.5" r="3.5" />
    <path d="M3 17.5c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5" />
  </>,
)
export const ShieldIcon = /* @__PURE__ */ icon(
  path('M10 2.5l6.5 2.5v4.5c0 4-2.7 6.6-6.5 8-3.8-1.4-6.5-4-6.5-8V5L10 2.5ZM7.2 10l2 2 3.6-4'),
)
export const LetterIcon = /* @__PURE__ */ icon(path('M2.5 5h15v10.5h-15zM2.5 5.5l7.5 6 7.5-6'))
export const CloseIcon = /* @__PURE__ */ icon(path('M5 5l10 10M15 5L5 15'))
export const ChevronDownIcon = /* @__PURE__ */ icon(path('M5 7.5l5 5 5-5'))
export const ChevronRightIcon = /* @__PURE__ */ icon(path('M7.5 5l5 5-5 5'))
export const ArrowLeftIcon = /* @__PURE__ */ icon(path('M16 10H4M9 5l-5 5 5 5'))
export const AlertIcon = /* @__PURE__ */ icon(path('M10 3l7.5 13.5h-15L10 3ZM10 8.5v3.5M10 14.2v.1'))
export const InfoIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M10 9.2v4.3M10 6.4v.1" />
  </>,
)
export const ThemeIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M10 2.75a7.25 7.25 0 0 1 0 14.5Z" fill="currentColor" />
  </>,
)
export const ExternalIcon = /* @__PURE__ */ icon(
  path(
    'M11.5 3.5h5v5M16.5 3.5L9 11M14 11.5V15a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V7.5A1.5 1.5 0 0 1 5 6h3.5',
  ),
)
export const DotsIcon = /* @__PURE__ */ icon(
  <g fill="currentColor" stroke="none">
    <circle cx="4.5" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="15.5" cy="10" r="1.5" />
  </g>,
)
export const RetryIcon = /* @__PURE__ */ icon(path('M16 6v-3.5M16 6h-3.5M16 6a7.2 7.2 0 1 0 1.2 4.8'))
