import { icon, path } from './icon.tsx'

export const PlaceIcon = /* @__PURE__ */ icon(
  <>
    <path d="M10 17.5s5.5-5 5.5-9.3a5.5 5.5 0 0 0-11 0c0 4.3 5.5 9.3 5.5 9.3Z" />
    <circle cx="10" cy="8.2" r="1.8" />
  </>,
)
export const ClockIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M10 6v4l2.8 1.8" />
  </>,
)
export const CalendarIcon = /* @__PURE__ */ icon(path('M3 4.5h14v12.5h-14ZM3 8.5h14M7 2.75v3.5M13 2.75v3.5'))
/** A stop sign. */
export const StopIcon = /* @__PURE__ */ icon(path('M7 2.75h6L17.25 7v6L13 17.25H7L2.75 13V7ZM6.75 10h6.5'))
export const KeyIcon = /* @__PURE__ */ icon(
  path('M7 9.5a3.75 3.75 0 1 0 0 7.5a3.75 3.75 0 0 0 0-7.5ZM9.7 10.6L16.5 3.5M13.6 6.6l2.4 2.4'),
)
/** A card that identifies its owner. */
export const IdentityIcon = /* @__PURE__ */ icon(
  path('M2.5 4.5h15v11h-15ZM5.5 8h4v4.5h-4ZM12.5 8.5h2.5M12.5 12h2.5'),
)
export const AppsIcon = /* @__PURE__ */ icon(
  path('M3.5 3.5h5v5h-5ZM11.5 3.5h5v5h-5ZM3.5 11.5h5v5h-5ZM11.5 11.5h5v5h-5Z'),
)
