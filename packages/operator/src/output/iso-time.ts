/** `seconds`: unix seconds → `2026-05-17 08:05:00Z`. */
export const isoTime = (seconds: number): string =>
  new Date(Math.floor(seconds) * 1000).toISOString().replace('T', ' ').replace('.000Z', 'Z')
