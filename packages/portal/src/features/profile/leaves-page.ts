const withoutLanguage = (path: string): string => path.replace(/^\/[^/]+/, '')

/** Whether going there takes the page away. Another language or query is the same page: what was typed stays. */
export const leavesPage = (from: string, to: string): boolean => withoutLanguage(from) !== withoutLanguage(to)
