/** Names of every picture an account has uploaded. */
import { statement } from '../../platform/db/database.ts'

export const headpicsOf = statement<{ name: string }, [uid: string]>(
  'headpic.of',
  'select name from headpic_file where uid = $1',
)
