/** Without a fine pointer, a focused field opens a screen keyboard that covers the page. */
export const hasFinePointer = (): boolean => matchMedia('(pointer: fine)').matches
