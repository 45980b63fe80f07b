/** Form of the terms and of the privacy policy. */

/** `{product}`, `{company}` and `{help}` in a text stand for what the page's brand says. */
export type LegalBlock =
  | string
  | { readonly list: readonly string[] }
  | {
      readonly table: {
        /** what its rows have in common, where a section has several tables */
        readonly caption?: string
        /** the first column is names that few people know, for example of cookies: readers see what each is for before its name */
        readonly namesFirst?: true
        readonly head: readonly string[]
        /** a row of one cell is the heading of those that follow */
        readonly rows: readonly (readonly string[])[]
      }
    }

export interface LegalSection {
  /** its anchor in the page's address: never changed, since others link to it */
  readonly id: string
  readonly title: string
  readonly body: readonly LegalBlock[]
}

export interface LegalText {
  /** the whole in three sentences */
  readonly summary: readonly string[]
  readonly sections: readonly LegalSection[]
}
