import { icon, path } from './icon.tsx'

/** A passkey. */
export const FingerprintIcon = /* @__PURE__ */ icon(
  path(
    'M3.5 13c.5-1 .7-2 .7-3 0-4 2.3-6.5 5.8-6.5s5.8 2.5 5.8 6.5c0 1.3-.1 2.6-.4 3.8M7 16c.3-1.5.4-3 .4-5 0-2.5.8-4.2 2.6-4.2s2.6 1.7 2.6 4.2c0 2.2-.2 4-.6 5.7M10 10.5c0 2.5-.1 4.5-.6 6.5',
  ),
)
