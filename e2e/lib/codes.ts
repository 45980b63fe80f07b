/** Redemption codes as an operator hands them out. */

import { operate } from './product.ts'
import { sharedProduct } from './shared-product.ts'

export const kerf = (...words: string[]): Promise<unknown> => operate(words, sharedProduct().environment)

export interface CodesWanted {
  readonly count?: number
  readonly expires?: string
}

let benefit: Promise<string> | undefined
async function makeBenefit(): Promise<string> {
  const names = ['--name-en', 'Pro design library', '--name-zh', '专业设计库']
  return ((await kerf('benefit', 'create', ...names, '--days', '365')) as { id: string }).id
}

/** Codes of one benefit, "Pro design library" for a year. */
export async function newCodes({ count = 1, expires }: CodesWanted = {}): Promise<readonly string[]> {
  benefit ??= makeBenefit()
  const words = [
    '--benefit',
    await benefit,
    '--count',
    String(count),
    ...(expires ? ['--expires', expires] : []),
  ]
  return ((await kerf('codes', 'create', ...words)) as { code: string }[]).map(({ code }) => code)
}
