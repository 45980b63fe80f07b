/** Attributes of an input for a code that people copy from a label or a card: nothing completes, corrects or checks it. */
export const PRINTED_CODE = {
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false,
} as const
