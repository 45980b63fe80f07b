/** Unsaved edits of a settings card on top of the values that the server has. */

export type Values<F extends string> = Readonly<Record<F, string>>
export type Edits<F extends string> = Readonly<Partial<Record<F, string>>>
/** Normalizes a value like the server, so that a trailing space is not a change. */
export type Normalizers<F extends string> = Readonly<Partial<Record<F, (value: string) => string>>>

export const valuesOf = <F extends string>(known: Values<F>, edits: Edits<F>): Values<F> => ({
  ...known,
  ...edits,
})

/** The fields whose normalized edits differ from `known`, in the order of `known`. */
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

/** The edits without the fields of `names` that still equal the sent values. */
export function withoutSent<F extends string>(
  edits: Edits<F>,
  names: readonly F[],
  sent: Values<F>,
): Edits<F> {
  const left: { [name in F]?: string } = { ...edits }
  for (const name of names) if (left[name] === sent[name]) delete left[name]
  return left
}
