const withoutLanguage = (path: string): string => path.replace(/^\/[^/]+/, '')

/** Whether the navigation unmounts the page. Another language or query keeps the page and its unsaved edits. */
export const leavesPage = (from: string, to: string): boolean => withoutLanguage(from) !== withoutLanguage(to)
