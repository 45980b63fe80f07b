/** Version of this SDK (semantic versioning), the same as in package.json. It is independent of the portal's version. */
export const version: string = '1.1.0'
