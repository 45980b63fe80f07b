/** What someone has changed but not saved yet, beside what the server knows. */

export type Values<F extends string> = Readonly<Record<F, string>>
export type Edits<F extends string> = Readonly<Partial<Record<F, string>>>
/** How the server would keep a value: a space at its end is no change. */
export type Normalizers<F extends string> = Readonly<Partial<Record<F, (value: string) => string>>>

export const valuesOf = <F extends string>(known: Values<F>, edits: Edits<F>): Values<F> => ({
  ...known,
  ...edits,
})

/** The fields whose edits would change what is known, in the order of `known`. */
export function changedFields<F extends string>(
  known: Values<F>,
  edits: Edits<F>,
  clean?: Normalizers<F>,
): readonly F[] {
  return (Object.keys(known) as F[]).filter(name => {
    const edit = edits[name]
    return edit !== undefined && (clean?.[name]?.(edit) ?? edit) !== known[name]
  })
}

/** The edits without those of `names` that still are as they were sent. */
export function withoutSent<F extends string>(
  edits: Edits<F>,
  names: readonly F[],
  sent: Values<F>,
): Edits<F> {
  const left: { [name in F]?: string } = { ...edits }
  for (const name of names) if (left[name] === sent[name]) delete left[name]
  return left
}
