import { listTables, type TableName } from '../../tables/register.ts'

export type BackedUpTable = TableName

export const BACKED_UP_TABLES = listTables(({ backup }) => typeof backup === 'string')

/** Tables that the first start of a server fills. A restoration replaces their rows. */
export const TABLES_FILLED_AT_START = listTables(({ backup }) => backup === 'replaces rows')
