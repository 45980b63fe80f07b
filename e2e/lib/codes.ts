/** Creates redemption codes by the operator's command line. */
import { operate } from './product.ts'
import { sharedProduct } from './shared-product.ts'

export const kerf = (...commandArguments: string[]): Promise<unknown> =>
  operate(commandArguments, sharedProduct().environment)

export interface CodeOptions {
  readonly count?: number
  readonly expires?: string
}

let benefitId: Promise<string> | undefined
async function createBenefit(): Promise<string> {
  const names = ['--name-en', 'Pro design library', '--name-zh', '专业设计库']
  return ((await kerf('benefit', 'create', ...names, '--days', '365')) as { id: string }).id
}

/** Codes of one benefit, "Pro design library" for a year. */
export async function newCodes({ count = 1, expires }: CodeOptions = {}): Promise<readonly string[]> {
  benefitId ??= createBenefit()
  const commandArguments = [
    '--benefit',
    await benefitId,
    '--count',
    String(count),
    ...(expires ? ['--expires', expires] : []),
  ]
  return ((await kerf('codes', 'create', ...commandArguments)) as { code: string }[]).map(({ code }) => code)
}
