#!/bin/bash
# Tries the point-in-time recovery of docs/backup.md on one machine: a database with DIR/wal beside it, writes, the loss of the whole
# database, a recovery to the last change, and one to a moment before a wrong statement. Prints how many acknowledged writes were lost (RPO) and
# how long each recovery took (RTO).
#
#   deploy/pitr/try.sh DIR [MEGABYTES]     a new folder; size of the database, default 300
#
# As root PostgreSQL runs as the user postgres. Port: KERF_PITR_PORT (15480). The product's tables are there if KERF names its command, for
# example KERF="npm run -s kerf --". With SYNCHRONOUS=1 the database confirms a write when the archive has it.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
bin=/usr/lib/postgresql/15/bin
[ -x $bin/pg_receivewal ] || { echo "apt-get install postgresql-15" >&2; exit 1; }
mkdir -p "$1" && dir=$(cd "$1" && pwd)
megabytes=${2:-300} port=${KERF_PITR_PORT:-15480}
as=()
if [ "$(id -u)" = 0 ]; then as=(setpriv --reuid=postgres --regid=postgres --init-groups); chown postgres: "$dir"; fi
export PGHOST=$dir PGPORT=$port PGUSER=postgres LC_ALL=C.UTF-8 PGCONNECT_TIMEOUT=2
sql() { "${as[@]}" $bin/psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
say() { printf '%-58s %s\n' "$1" "$2"; }
seconds() { awk -v a="$1" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f s", b - a }'; }
start() { "${as[@]}" $bin/pg_ctl -D "$dir/$1" -l "$dir/$1.log" -o "-p $port -k $dir -c listen_addresses='127.0.0.1'" -w -t 600 start >/dev/null; }
stop() { "${as[@]}" $bin/pg_ctl -D "$dir/$1" -m immediate stop >/dev/null 2>&1 || true; }
receiver=
finish() { [ -z "$receiver" ] || kill "$receiver" 2>/dev/null || true; for name in primary latest moment; do stop $name; done; }
trap finish EXIT

"${as[@]}" $bin/initdb -D "$dir/primary" -U postgres -A trust --no-sync >/dev/null
start primary
sql -c "create role kerf login createrole" -c "create database kerf owner kerf template template0 encoding 'UTF8'"
if [ -n "${KERF:-}" ]; then DATABASE_URL=postgresql://kerf@127.0.0.1:$port/kerf $KERF migrate >/dev/null; fi
sql -d kerf -c "create table filler as select i, repeat(md5(i::text), 30) as text from generate_series(1, $megabytes * 1000) i"
sql -d kerf -c "create table written (id int primary key, at timestamptz default clock_timestamp())"

# As kerf-wal.service does.
"${as[@]}" mkdir "$dir/wal" "$dir/base"
"${as[@]}" $bin/pg_receivewal --slot=kerf_wal --create-slot
"${as[@]}" $bin/pg_receivewal --slot=kerf_wal --synchronous --directory="$dir/wal" 2>"$dir/receivewal.log" &
receiver=$!
if [ -n "${SYNCHRONOUS:-}" ]; then sql -c "alter system set synchronous_standby_names = 'pg_receivewal'" -c 'select pg_reload_conf()' >/dev/null; fi
begin=$(date +%s.%N)
"${as[@]}" $bin/pg_basebackup --checkpoint=fast --wal-method=none --format=tar --gzip --pgdata="$dir/base/one" 2>/dev/null
say "base backup of $(du -sm "$dir/primary" | cut -f1) MB" "$(seconds "$begin"), $(du -sm "$dir/base" | cut -f1) MB"

# Writes; each line of `acknowledged` is one that the database confirmed.
(for i in $(seq 1 100000); do sql -d kerf -c "insert into written (id) values ($i)" 2>/dev/null && echo "$i" || break; done >"$dir/acknowledged") &
writer=$!
sleep 15
moment=$(sql -d kerf -c 'select clock_timestamp()')
before=$(wc -l <"$dir/acknowledged")
sleep 5
sql -d kerf -c 'delete from written where id <= 10'
sleep 5
kill -9 "$(head -1 "$dir/primary/postmaster.pid")"
wait $writer || true
rm -rf "$dir/primary"
kill "$receiver"; wait "$receiver" || true; receiver=

# recover NAME SETTING…: from the base backup and the received WAL; the last file is still a partial one.
recover() {
  "${as[@]}" mkdir -m 700 "$dir/$1"
  "${as[@]}" tar -xzf "$dir/base/one/base.tar.gz" -C "$dir/$1"
  {
    echo "restore_command = 'cp $dir/wal/%f %p 2>/dev/null || cp $dir/wal/%f.partial %p'"
    echo "recovery_target_action = 'promote'"
    echo "synchronous_standby_names = ''"
    printf '%s\n' "${@:2}"
  } >>"$dir/$1/postgresql.auto.conf"
  "${as[@]}" touch "$dir/$1/recovery.signal"
  start "$1"
  until [ "$(sql -d kerf -c 'select pg_is_in_recovery()')" = f ]; do sleep 0.1; done
}
begin=$(date +%s.%N)
recover latest
say "recovery to the last change (RTO)" "$(seconds "$begin")"
acknowledged=$(wc -l <"$dir/acknowledged")
say "acknowledged writes lost (RPO)" "$((acknowledged - 10 - $(sql -d kerf -c 'select count(*) from written where id > 10 and id <= '"$acknowledged"))) of $acknowledged"
stop latest
begin=$(date +%s.%N)
recover moment "recovery_target_time = '$moment'"
say "recovery to a moment before a wrong statement (RTO)" "$(seconds "$begin")"
say "rows that the statement deleted" "$(sql -d kerf -c 'select count(*) from written where id <= 10') of 10 are back"
say "rows of $before written until that moment" "$(sql -d kerf -c "select count(*) from written where id <= $before")"
