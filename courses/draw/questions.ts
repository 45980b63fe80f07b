/** Questions that follow a lesson. They help to remember it; the certificate does not depend on them. */
type Translated = { readonly en: string; readonly zh: string }

export interface Question {
  readonly text: Translated
  readonly options: readonly Translated[]
  /** index of the right option */
  readonly answer: number
  readonly explanation: Translated
}

/** By the id of the lesson. */
export type LessonQuestions = Readonly<Record<string, readonly Question[]>>

type Pair = readonly [en: string, zh: string]
const translated = ([en, zh]: Pair): Translated => ({ en, zh })

export const question = (
  text: Pair,
  options: readonly Pair[],
  answer: number,
  explanation: Pair,
): Question => ({
  text: translated(text),
  options: options.map(translated),
  answer,
  explanation: translated(explanation),
})
