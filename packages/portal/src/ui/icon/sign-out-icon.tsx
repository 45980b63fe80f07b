import { icon, path } from './icon.tsx'

/** Apart from `icons.tsx`, which the login page loads. */
export const SignOutIcon = /* @__PURE__ */ icon(
  path('M8 3.5H4.5A1.5 1.5 0 0 0 3 5v10a1.5 1.5 0 0 0 1.5 1.5H8M12.5 6l4 4-4 4M16.5 10H7.5'),
)
