/** Made at build time from the installed packages: see `build/licences.ts`. */
declare module 'virtual:licences' {
  export const packages: readonly {
    readonly name: string
    readonly version: string
    readonly license: string
    /** index of its licence's words, or null where the package brings none */
    readonly text: number | null
  }[]
  export const texts: readonly string[]
}
