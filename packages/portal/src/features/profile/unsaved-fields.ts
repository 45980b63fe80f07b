/** Registry of the fields with unsaved edits, by card. */
import { useEffect, useId } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

const cards = createStore<ReadonlyMap<string, readonly string[]>>(new Map())

function registerFields(card: string, fields: readonly string[]): void {
  const next = new Map(cards.get())
  if (fields.length > 0) next.set(card, fields)
  else if (!next.delete(card)) return
  cards.set(next)
}

/** Registers a card's unsaved fields until the card unmounts. */
export function useRegisterUnsaved(fields: readonly string[]): void {
  const card = useId()
  const key = fields.join('\n')
  useEffect(() => registerFields(card, key ? key.split('\n') : []), [card, key])
  useEffect(() => () => registerFields(card, []), [card])
}

export const useUnsavedFields = (): readonly string[] => [...useStore(cards).values()].flat()
