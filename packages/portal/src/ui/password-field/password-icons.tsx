/** Separate from the other icons: these belong to the first screen. */
import { icon, path } from '../icon/icon.tsx'

export const EyeIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10Z" />
    <circle cx="10" cy="10" r="2.5" />
  </>,
)
export const EyeOffIcon = /* @__PURE__ */ icon(
  path(
    'M3 3l14 14M8.2 4.7A7.7 7.7 0 0 1 10 4.5c5 0 8 5.5 8 5.5a14 14 0 0 1-2.2 2.8M12 15.2a7.6 7.6 0 0 1-2 .3c-5 0-8-5.5-8-5.5a14 14 0 0 1 3.6-3.9M8.2 8.3a2.5 2.5 0 0 0 3.5 3.5',
  ),
)
export const CapsLockIcon = /* @__PURE__ */ icon(path('M10 3l6 6.5h-3.5v4h-5v-4H4L10 3ZM7.5 17h5'))
