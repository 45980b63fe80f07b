import type { ReactNode } from 'react'

/** One drawing of 20 by 20, in the colour of the text around it. */
export const icon = (drawing: ReactNode) => () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {drawing}
  </svg>
)

export const path = (d: string) => <path d={d} />
