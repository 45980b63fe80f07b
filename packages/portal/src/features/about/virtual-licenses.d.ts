/** Generated at build time from the installed packages: see `build/licenses.ts`. */
declare module 'virtual:licenses' {
  export const packages: readonly {
    readonly name: string
    readonly version: string
    readonly license: string
    /** index into `texts`, or null if the package ships no license text */
    readonly text: number | null
  }[]
  export const texts: readonly string[]
}
