/** Options of the log of each process: lines of JSON on standard output, with the time in UTC (docs/monitoring.md). */
export const jsonLog = (level: string) => ({
  level,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
})
