import { socketFile } from './socket.ts'

/**
 * PostgreSQL's settings as command-line arguments, so that they also apply to existing clusters. Logs contain no
 * statements, parameters or key values, because those contain email addresses and secrets. `durable: false` is for tests
 * only: a power failure can destroy the cluster, a killed process cannot.
 */
export function settingArguments(cluster: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFile(cluster, port) === undefined ? '' : cluster,
    // A run of the tests starts many servers, and most connections are idle.
    max_connections: durable ? 100 : 400,
    shared_buffers: '64MB',
    effective_cache_size: '256MB',
    max_wal_size: '512MB',
    checkpoint_completion_target: 0.9,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    log_error_verbosity: 'terse',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: 'on',
    // A database of the tests lives for seconds: there is nothing to clean up.
    autovacuum: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
