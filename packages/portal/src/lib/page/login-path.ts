/** The pages that offer the accounts of this browser. */
export const isLoginPath = (path: string): boolean => /^\/\w+\/login(?:-business)?$/.test(path)
