-- no transaction
/*
 * Audit events and the sign-in history get one partition a month (048, 049), so that expired months are dropped instead of deleted
 * row by row. The rows that exist become the first partition. To attach it without a scan under a lock, a constraint first
 * proves that no row lies after its end, which is the beginning of the month after the next.
 *
 * keep_months: creates the partitions from the end of the newest one to `ahead` months from now, and drops those that ended more
 * than `kept` days ago. Attaching a partition does not block writes. Belongs to the owner, since the serving role changes no
 * table. The lower bound of `kept` protects the record against whoever can only run statements of the serving role.
 */
create or replace function keep_months(parent text, ahead int, kept int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
  name text;
  upper timestamptz;
  newest timestamptz;
  gone int := 0;
begin
  if parent <> all (array['audit_event', 'sign_in_record']) or kept < 180 then
    raise exception 'the months of % are not kept for % days', parent, kept using errcode = 'insufficient_privilege';
  end if;
  perform set_config('lock_timeout', '250ms', true);
  perform pg_advisory_xact_lock(1102611021);
  for part in
    select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
     where i.inhparent = format('public.%I', parent)::regclass and c.relname ~ '_\d{6}$'
  loop
    upper := to_timestamp(right(part.relname, 6) || '01 +00', 'YYYYMMDD TZH');
    if part.relname !~ '_before_\d{6}$' then
      upper := (upper at time zone 'utc' + interval '1 month') at time zone 'utc';
    end if;
    newest := greatest(newest, upper);
    if upper < now() - make_interval(days => kept) then
      execute format('drop table public.%I', part.relname);
      gone := gone + 1;
    end if;
  end loop;
  while newest < now() + make_interval(months => least(greatest(ahead, 0), 24)) loop
    upper := (newest at time zone 'utc' + interval '1 month') at time zone 'utc';
    name := format('%s_%s', parent, to_char(newest at time zone 'utc', 'YYYYMM'));
    execute format('create table public.%I (like public.%I including defaults including constraints)', name, parent);
    if parent = 'audit_event' then
      execute format('alter table public.%I add primary key (id)', name);
      execute format(
        'create trigger audit_event_append_only before update or delete or truncate on public.%I
           for each statement execute function public.refuse_change()', name);
    else
      execute format('alter table public.%I add primary key (uid, id)', name);
    end if;
    execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, name, newest, upper);
    newest := upper;
  end loop;
  return gone;
end $$;
revoke execute on function keep_months(text, int, int) from public;

do $$
declare
  parent text;
  ending timestamptz := (date_trunc('month', now() at time zone 'utc') + interval '2 months') at time zone 'utc';
begin
  foreach parent in array array['audit_event', 'sign_in_record'] loop
    if exists (select from pg_class where oid = parent::regclass and relkind = 'r')
      and not exists (select from pg_constraint where conrelid = parent::regclass and conname ~ '^before_\d{6}$')
    then
      execute format('alter table %I add constraint before_%s check (at < %L) not valid',
        parent, to_char(ending at time zone 'utc', 'YYYYMM'), ending);
    end if;
  end loop;
end $$;

do $$
declare
  bound record;
begin
  for bound in select conrelid::regclass as parent, conname from pg_constraint
                where conrelid = 'audit_event'::regclass and conname ~ '^before_\d{6}$' and not convalidated loop
    execute format('alter table %s validate constraint %I', bound.parent, bound.conname);
  end loop;
end $$;

do $$
declare
  bound record;
begin
  for bound in select conrelid::regclass as parent, conname from pg_constraint
                where conrelid = 'sign_in_record'::regclass and conname ~ '^before_\d{6}$' and not convalidated loop
    execute format('alter table %s validate constraint %I', bound.parent, bound.conname);
  end loop;
end $$;
