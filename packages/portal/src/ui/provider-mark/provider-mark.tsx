/** Logos of the social sign-in providers, in their own colors. */
import type { ReactNode } from 'react'
import styles from './provider-mark.module.css'

const MARKS: Readonly<Record<string, ReactNode>> = {
  google: (
    <g fill="none" strokeWidth="3">
      <path stroke="#ea4335" d="M14.6 5.4A6.5 6.5 0 0 0 4.2 7.05" />
      <path stroke="#fbbc05" d="M4.2 7.05a6.5 6.5 0 0 0 0 5.9" />
      <path stroke="#34a853" d="M4.2 12.95a6.5 6.5 0 0 0 10.15 1.88" />
      <path stroke="#4285f4" d="M14.35 14.83A6.5 6.5 0 0 0 16.5 10h-6.3" />
    </g>
  ),
  apple: (
    <g fill="currentColor">
      <path d="M13.05 1.6c.1 1-.3 1.95-.85 2.65-.6.72-1.55 1.27-2.45 1.2-.12-.95.35-1.95.88-2.57.6-.7 1.6-1.23 2.42-1.28Z" />
      <path d="M10.2 6.55c.6 0 1.6-.8 3.05-.8 1.2 0 2.3.6 3 1.6-2.5 1.45-2.1 5 .5 6-.35 1-.8 1.95-1.4 2.8-.8 1.15-1.5 2.05-2.6 2.05-1.05 0-1.4-.65-2.65-.65s-1.65.65-2.65.65c-1.1 0-1.95-1.05-2.7-2.15-1.95-2.8-2.3-6.4-1-8.4.8-1.2 2-1.9 3.25-1.9 1.35 0 2.2.8 3.2.8Z" />
    </g>
  ),
  facebook: (
    <>
      <circle cx="10" cy="10" r="8.5" fill="#0866ff" />
      <path
        fill="#fff"
        d="M8.55 18.4v-6H6.4V9.7h2.15V8.1c0-2.5 1.15-3.65 3.6-3.65.45 0 1.25.1 1.55.15v2.25h-.95c-1.2 0-1.65.45-1.65 1.6V9.7h2.5l-.45 2.7H11.1v6a8.5 8.5 0 0 1-2.55 0Z"
      />
    </>
  ),
  github: (
    <path
      fill="currentColor"
      d="M10 1.5a8.5 8.5 0 0 0-2.7 16.57c.42.08.58-.18.58-.41v-1.45c-2.36.51-2.86-1.14-2.86-1.14-.39-.98-.94-1.24-.94-1.24-.77-.53.06-.52.06-.52.85.06 1.3.88 1.3.88.76 1.3 1.99.92 2.47.7.08-.55.3-.92.54-1.13-1.88-.22-3.87-.95-3.87-4.2 0-.93.33-1.7.87-2.29-.08-.21-.37-1.08.09-2.25 0 0 .71-.23 2.33.87a8.1 8.1 0 0 1 4.26 0c1.62-1.1 2.33-.87 2.33-.87.46 1.17.17 2.04.08 2.25.55.6.87 1.36.87 2.3 0 3.27-1.99 3.98-3.88 4.19.3.26.57.78.57 1.57v2.33c0 .23.16.5.59.41A8.5 8.5 0 0 0 10 1.5Z"
    />
  ),
  wechat: (
    <g fill="#07c160">
      <path d="M7.6 2.6C4.2 2.6 1.4 4.9 1.4 7.8c0 1.6.9 3.1 2.3 4l-.5 1.9 2.2-1.2c.6.2 1.3.3 1.9.3-.6-3.3 2.3-5.9 6.1-5.8-.5-2.5-2.9-4.4-5.8-4.4ZM5.5 5.2a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Zm4.2 0a.8.8 0 1 1 0 1.6.8.8 0 0 1 0-1.6Z" />
      <path d="M13.4 8.1c-2.9 0-5.2 2-5.2 4.4s2.3 4.4 5.2 4.4c.6 0 1.2-.1 1.7-.3l1.9 1-.4-1.7c1.2-.8 2-2 2-3.4 0-2.4-2.3-4.4-5.2-4.4Zm-1.7 2.2a.7.7 0 1 1 0 1.4.7.7 0 0 1 0-1.4Zm3.5 0a.7.7 0 1 1 0 1.4.7.7 0 0 1 0-1.4Z" />
    </g>
  ),
}

/** A key, for providers without a logo. */
const KEY = (
  <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
    <circle cx="6.5" cy="13.5" r="4" />
    <path d="M9.4 10.6 16.5 3.5M13.5 6.5l2.2 2.2M11.2 8.8l1.4 1.4" />
  </g>
)

export function ProviderMark({ channel }: { channel: string }) {
  const mark = Object.hasOwn(MARKS, channel) ? MARKS[channel] : KEY
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
      focusable="false"
    >
      {mark}
    </svg>
  )
}
