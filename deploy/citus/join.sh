#!/bin/bash
# join.sh COORDINATOR WORKER…: connects the nodes of a Citus cluster, whose databases "kerf" have the extension, and creates the owner "kerf"
# with the password of /run/secrets/kerf-password. Run it again after a worker was added to the list: it changes what is missing only.
set -euo pipefail
coordinator=$1; shift
password=$(cat "${KERF_PASSWORD_FILE:-/run/secrets/kerf-password}")
port=${PGPORT:-5432}
# The nodes trust each other's addresses only.
secret=${POSTGRES_PASSWORD_FILE:-/run/secrets/postgres-password}
if [ -r "$secret" ]; then PGPASSWORD=$(cat "$secret"); export PGPASSWORD; fi
sql() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 -U postgres -d kerf -h "$1" -p "${2:-$port}"; }

sql "$coordinator" <<<"select citus_set_coordinator_host('$coordinator', $port)" >/dev/null
for worker in "$@"; do
  host=${worker%%:*}; own=${worker##*:}; [ "$own" = "$host" ] && own=$port
  sql "$coordinator" <<<"select citus_add_node('$host', $own)
    where not exists (select from pg_dist_node where nodename = '$host' and nodeport = $own)" >/dev/null
done
# Citus creates roles on every node. The password goes by a variable, so that no process list shows it.
sql "$coordinator" <<SQL
\set password '$password'
select format('create role kerf login createrole password %L', :'password')
 where not exists (select from pg_roles where rolname = 'kerf') \gexec
SQL
for node in "$coordinator" "$@"; do
  host=${node%%:*}; own=${node##*:}; [ "$own" = "$host" ] && own=$port
  sql "$host" "$own" <<<"set citus.enable_ddl_propagation = off; alter database kerf owner to kerf; grant create, usage on schema public to kerf"
done
sql "$coordinator" <<<"select nodename || ':' || nodeport || case when hasmetadata and metadatasynced then ' ready' else ' without metadata' end from pg_dist_node order by nodeid"
