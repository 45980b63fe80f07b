import { hasControlCharacters } from '../../outbound/mail/one-line.ts'
import { OperationError } from './operation-error.ts'

const NAME_LENGTH_MAX = 100

/** A name without surrounding space. Throws an OperationError. */
export function parseName(text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > NAME_LENGTH_MAX || hasControlCharacters(text))
    throw new OperationError('name_invalid', { max: NAME_LENGTH_MAX })
  return name
}
