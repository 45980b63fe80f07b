import { icon, path } from '../../ui/icon/icon.tsx'

export const PlayIcon = /* @__PURE__ */ icon(path('M6 3.5l10 6.5-10 6.5Z'))
export const PauseIcon = /* @__PURE__ */ icon(path('M7 4v12M13 4v12'))
export const RestartIcon = /* @__PURE__ */ icon(path('M4 6v-3.5M4 6h3.5M4 6a7.2 7.2 0 1 1-1.2 4.8'))
export const FullscreenIcon = /* @__PURE__ */ icon(
  path('M3 7.5V3h4.5M12.5 3H17v4.5M17 12.5V17h-4.5M7.5 17H3v-4.5'),
)
export const LockIcon = /* @__PURE__ */ icon(path('M5 9h10v7.5H5ZM7 9V6.5a3 3 0 0 1 6 0V9'))
