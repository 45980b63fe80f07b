import { icon } from './icon.tsx'

export const HelpIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="10" cy="10" r="7.25" />
    <path d="M7.900 8a2.100 2.100 0 1 1 3 1.900c-.6.3-.9.700-.9 1.400M10 13.700v.1" />
  </>,
)
