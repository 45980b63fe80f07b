import { Button } from '@kerf/portal/console-ui'
import { useState } from 'react'
import { useNeeds } from '../../session/session.tsx'
import { ActDialog, type ActProps } from './act-dialog.tsx'
import { type ActName, wordsOf } from './acts.ts'

/** A button for an act. Nothing where the roles do not allow it. */
export function ActButton<N extends ActName>(props: ActProps<N>) {
  const [open, setOpen] = useState(false)
  const needs = useNeeds(props.name)
  if (!needs) return null
  const { label, tone } = wordsOf(props.name)
  return (
    <>
      <Button
        size="small"
        variant={tone === 'primary' ? 'primary' : 'secondary'}
        onClick={() => setOpen(true)}
      >
        {label()}
      </Button>
      {open && <ActDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
