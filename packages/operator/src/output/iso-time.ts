/** `seconds`: unix seconds → `2026-05-17 08:05:00Z`; null → empty. */
export const isoTime = (seconds: number | null): string =>
  seconds === null
    ? ''
    : new Date(Math.floor(seconds) * 1000).toISOString().replace('T', ' ').replace('.000Z', 'Z')
