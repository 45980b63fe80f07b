/** Groups of four are easier to type and to compare: `KLW1 200A B01`. */
export const inGroups = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? ''
