#!/bin/bash
# Runs PostgreSQL with automatic failover on one machine, to try it: etcd, two members of Patroni, HAProxy and PgBouncer, with the
# configuration for real machines. docs/high-availability.md
#
#   deploy/ha/try.sh run DIR            starts everything, prints the settings of the server, and stops everything on Ctrl-C
#   deploy/ha/try.sh start DIR [PART…]  starts everything, or the parts: etcd patroni-a patroni-b haproxy pgbouncer
#   deploy/ha/try.sh stop DIR [PART…]   stops what runs
#   deploy/ha/try.sh status DIR         members and their roles
#
# Ports: KERF_HA_PORT (15400) and the seven that follow. As root PostgreSQL runs as the user postgres.
set -euo pipefail
usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
[ $# -ge 2 ] || usage
command=$1
parts=("${@:3}")
here=$(cd "$(dirname "$0")" && pwd)
base=${KERF_HA_PORT:-15400}
etcd_port=$base peer_port=$((base + 1)) postgres_a=$((base + 2)) postgres_b=$((base + 3))
patroni_a=$((base + 4)) patroni_b=$((base + 5)) haproxy_port=$((base + 6)) pgbouncer_port=$((base + 7))
bin=/usr/lib/postgresql/15/bin
PATH=$PATH:/usr/sbin
export LC_ALL=C.UTF-8

for program in etcd patroni haproxy pgbouncer "$bin/postgres" setpriv; do
  command -v "$program" >/dev/null || {
    echo "$program is missing: apt-get install etcd-server patroni postgresql-15 haproxy pgbouncer" >&2
    exit 1
  }
done

mkdir -p "$2" && dir=$(cd "$2" && pwd)
run=$dir/run logs=$dir/log
mkdir -p "$run" "$logs" "$dir/postgres"
as_user=()
if [ "$(id -u)" = 0 ]; then
  as_user=(setpriv --reuid=postgres --regid=postgres --init-groups)
  chown postgres: "$dir" "$run" "$logs" "$dir/postgres"
fi
secret() { [ -s "$dir/$1" ] || (umask 077 && head -c 24 /dev/urandom | base64 | tr +/ -_ >"$dir/$1"); cat "$dir/$1"; }
superuser_password=$(secret superuser.password)
replication_password=$(secret replication.password)
owner_password=$(secret owner.password)
pooler_password=$(secret pooler.password)

is_running() { [ -s "$run/$1.pid" ] && kill -0 "$(cat "$run/$1.pid")" 2>/dev/null; }
# launch NAME COMMAND…: in the background, in its own session, with its process id in run/NAME.pid
launch() {
  local name=$1
  shift
  is_running "$name" && return
  "${as_user[@]}" setsid "$@" >>"$logs/$name.log" 2>&1 </dev/null &
  echo $! >"$run/$name.pid"
}
start_patroni() {
  local name=$1 postgres_port=$2 patroni_port=$3
  PATRONI_NAME=$name PATRONI_ETCD_HOSTS="'127.0.0.1:$etcd_port'" \
    PATRONI_RESTAPI_LISTEN=127.0.0.1:$patroni_port PATRONI_RESTAPI_CONNECT_ADDRESS=127.0.0.1:$patroni_port \
    PATRONI_POSTGRESQL_LISTEN=127.0.0.1:$postgres_port PATRONI_POSTGRESQL_CONNECT_ADDRESS=127.0.0.1:$postgres_port \
    PATRONI_POSTGRESQL_DATA_DIR=$dir/postgres/$name PATRONI_POSTGRESQL_PGPASS=$dir/postgres/$name.pgpass \
    PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD=$superuser_password \
    PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD=$replication_password \
    launch "patroni-$name" patroni "$here/patroni.yml"
}
start_part() {
  case $1 in
  etcd)
    launch etcd etcd --enable-v2=true --name try --data-dir "$dir/postgres/etcd" --log-level warn \
      --listen-client-urls "http://127.0.0.1:$etcd_port" --advertise-client-urls "http://127.0.0.1:$etcd_port" \
      --listen-peer-urls "http://127.0.0.1:$peer_port" --initial-advertise-peer-urls "http://127.0.0.1:$peer_port" \
      --initial-cluster "try=http://127.0.0.1:$peer_port"
    ;;
  patroni-a) start_patroni a "$postgres_a" "$patroni_a" ;;
  patroni-b) start_patroni b "$postgres_b" "$patroni_b" ;;
  haproxy)
    KERF_POSTGRES_BIND=127.0.0.1:$haproxy_port KERF_POSTGRES_A=127.0.0.1:$postgres_a KERF_POSTGRES_B=127.0.0.1:$postgres_b \
      KERF_PATRONI_A=$patroni_a KERF_PATRONI_B=$patroni_b \
      launch haproxy haproxy -db -f "$here/../haproxy/postgres.cfg"
    ;;
  pgbouncer)
    sed -e "s/port=5000/port=$haproxy_port/" -e "s/^listen_port.*/listen_port = $pgbouncer_port/" \
      -e "s|^auth_file.*|auth_file = $dir/userlist.txt|" "$here/pgbouncer.ini" >"$dir/pgbouncer.ini"
    printf '"pgbouncer" "%s"\n' "$pooler_password" >"$dir/userlist.txt"
    launch pgbouncer pgbouncer "$dir/pgbouncer.ini"
    ;;
  *) usage ;;
  esac
}
psql_primary() { PGPASSWORD=$superuser_password "$bin/psql" -qAtX -h 127.0.0.1 -p "$haproxy_port" -U postgres "$@"; }
wait_for_primary() {
  for _ in $(seq 300); do
    [ "$(psql_primary -d postgres -c "select 'ready' where not pg_is_in_recovery()" 2>/dev/null)" = ready ] && return
    sleep 0.2
  done
  echo "no primary after a minute: see $logs" >&2
  exit 1
}
wait_for_standby() {
  for _ in $(seq 300); do
    [ "$(psql_primary -d postgres -c "select count(*) from pg_stat_replication where sync_state = 'sync'" 2>/dev/null)" = 1 ] && return
    sleep 0.2
  done
  echo "no synchronous standby after a minute: see $logs" >&2
  exit 1
}
start_all() {
  for part in etcd haproxy patroni-a; do start_part $part; done
  wait_for_primary
  start_part patroni-b
  wait_for_standby
  [ "$(psql_primary -d postgres -c "select 1 from pg_database where datname = 'kerf'")" = 1 ] ||
    psql_primary -d postgres -v ON_ERROR_STOP=1 -v owner_password="$owner_password" -v pooler_password="$pooler_password" -f "$here/database.sql"
  start_part pgbouncer
  cat >"$dir/server.env" <<EOF
DATABASE_URL=postgresql://kerf:$owner_password@127.0.0.1:$haproxy_port/kerf
DATABASE_SERVING_URL=postgresql://127.0.0.1:$pgbouncer_port/kerf
DATABASE_DIRECT_URL=postgresql://kerf:$owner_password@127.0.0.1:$haproxy_port/kerf
DATABASE_PREPARED_STATEMENTS=off
EOF
}
stop_part() {
  is_running "$1" || return 0
  local pid
  pid=$(cat "$run/$1.pid")
  # A stopped process reads its signals when it continues.
  kill "$pid" 2>/dev/null && kill -CONT "$pid" 2>/dev/null || true
  for _ in $(seq 150); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -9 "$pid" 2>/dev/null || true
  rm -f "$run/$1.pid"
  # Patroni that was killed leaves its PostgreSQL behind.
  case $1 in patroni-*) "${as_user[@]}" "$bin/pg_ctl" -D "$dir/postgres/${1#patroni-}" -m immediate -w stop >/dev/null 2>&1 || true ;; esac
}
stop_all() { for part in pgbouncer patroni-b patroni-a haproxy etcd; do
  stop_part $part
  case $part in patroni-*) "${as_user[@]}" "$bin/pg_ctl" -D "$dir/postgres/${part#patroni-}" -m immediate -w stop >/dev/null 2>&1 || true ;; esac
done; }

case $command in
start) if [ ${#parts[@]} = 0 ]; then start_all; else for part in "${parts[@]}"; do start_part "$part"; done; fi ;;
stop) if [ ${#parts[@]} = 0 ]; then stop_all; else for part in "${parts[@]}"; do stop_part "$part"; done; fi ;;
status) for port in "$patroni_a" "$patroni_b"; do curl -s -m 2 "http://127.0.0.1:$port/patroni" || echo "{\"port\": $port, \"state\": \"no answer\"}"; echo; done ;;
run)
  trap stop_all EXIT
  trap 'exit 130' INT TERM
  start_all
  cat "$dir/server.env"
  echo "# Ctrl-C stops everything; $dir keeps the data."
  sleep infinity &
  wait $!
  ;;
*) usage ;;
esac
