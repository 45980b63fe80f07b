/** Words for what SQLSTATE or the system calls by a code: what it means and what to do. */
const WORDS: Readonly<Record<string, string>> = {
  '08006': 'the connection to the database broke',
  '23514': 'a value is outside of what the table takes; for a log, the partition of its month is missing',
  '25006': 'this is a standby, which only reads: name the primary',
  '28P01': 'the password is wrong',
  '3D000': 'there is no such database',
  '40001': 'another transaction changed the same rows',
  '40P01': 'two transactions waited for each other',
  '42501': 'the user may not do this',
  '53100': 'the disk of the database is full',
  '53200': 'the database is out of memory',
  '53300': 'it has no connection left: raise max_connections, or lower WORKERS or DATABASE_POOL_SIZE',
  '55P03': 'a lock was not free: "kerf doctor" shows what holds it',
  '57014': 'the statement took too long and was canceled: a lock ("kerf doctor") or a slow disk',
  '57P01': 'the database is being stopped',
  '57P03': 'the database is starting or recovering',
  ECONNREFUSED: 'nothing listens there',
  EMFILE: 'this process has too many open files: raise LimitNOFILE (ulimit -n)',
  ENFILE: 'the machine has too many open files',
  ENOSPC: 'the disk is full',
  ENOTFOUND: 'the name does not resolve',
  ETIMEDOUT: 'no answer in time: a lock ("kerf doctor"), a slow disk or the network',
}

export const meaningOf = (code: string | undefined): string | undefined => WORDS[code ?? '']

/** The code with its words. */
export function describeErrno(code = 'unknown error'): string {
  const words = meaningOf(code)
  return words === undefined ? code : `${code}, ${words}`
}
