/** Version of this package (semantic versioning), the same as in package.json. */
export const version: string = '1.2.0'
