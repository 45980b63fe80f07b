/** The same failovers with PgBouncer in transaction mode between server and PostgreSQL (P-02). */
import type { Drill } from '../drill.ts'
import { runFailovers } from './failover.ts'

export const drill: Drill = {
  title: 'the failovers with calls through PgBouncer in transaction mode, without prepared statements',
  promises: ['P-02', 'P-01', 'P-07', 'P-08', 'P-25'],
  run: context => runFailovers(context, true),
}
