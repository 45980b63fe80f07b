import { hasControlCharacters } from '../platform/http/control-characters.ts'
import { OperationError } from './operation-error.ts'

const MOST = 100

/** A name as an operator writes it, without the space around it. Throws an OperationError. */
export function parseName(text: string): string {
  const name = text.trim()
  if (name === '' || [...name].length > MOST || hasControlCharacters(text))
    throw new OperationError(`The name takes 1 to ${MOST} visible characters.`)
  return name
}
