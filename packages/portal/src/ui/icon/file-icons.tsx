import { icon, path } from './icon.tsx'

export const SaveIcon = /* @__PURE__ */ icon(path('M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13'))
export const PrintIcon = /* @__PURE__ */ icon(
  path('M6 7V3h8v4M6 14H3.5V8.5a1.5 1.5 0 0 1 1.5-1.5h10a1.5 1.5 0 0 1 1.5 1.5V14H14M6 11.5h8V17H6Z'),
)
export const BinIcon = /* @__PURE__ */ icon(path('M3.5 6h13M7.5 6V3.5h5V6M5 6l.8 10.5h8.4L15 6M10 9v4.5'))
