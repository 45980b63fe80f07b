/*
 * Replaces the table `audit_event` by one with a partition a month. The former table becomes the first partition, named
 * audit_event_before_YYYYMM. Only catalogs change, so that the lock is held for some milliseconds. Running servers go on:
 * the new table has the name, the columns, the indexes, the next number and the privileges of the former one.
 *
 * No unique index spans the partitions, which would have to contain `at`: each has its own primary key, and the numbers come
 * from one sequence.
 */
create or replace function partition_by_month(parent text) returns void language plpgsql as $$
declare
  bound text;
  ending timestamptz;
  first text;
  next_id bigint;
  found record;
begin
  execute format('lock table public.%I in access exclusive mode', parent);
  if (select relkind from pg_class where oid = format('public.%I', parent)::regclass) <> 'r' then return; end if;
  select conname into strict bound from pg_constraint
   where conrelid = format('public.%I', parent)::regclass and conname ~ '^before_\d{6}$' and convalidated;
  ending := to_timestamp(right(bound, 6) || '01 +00', 'YYYYMMDD TZH');
  first := format('%s_%s', parent, bound);
  execute format('alter table public.%I rename to %I', parent, first);
  execute format('select case when is_called then last_value + 1 else last_value end from public.%I', parent || '_id_seq') into next_id;
  execute format('alter table public.%I alter column id drop identity', first);
  execute format('create table public.%I (like public.%I including defaults including comments) partition by range (at)', parent, first);
  execute format('alter table public.%I alter column id add generated always as identity (start with %s)', parent, next_id);
  for found in select conname, pg_get_constraintdef(oid) as definition from pg_constraint
                where conrelid = format('public.%I', first)::regclass and contype = 'c' and conname <> bound loop
    execute format('alter table public.%I add constraint %I %s', parent, found.conname, found.definition);
  end loop;
  for found in select c.relname, i.indisprimary, pg_get_indexdef(i.indexrelid) as definition
                 from pg_index i join pg_class c on c.oid = i.indexrelid
                where i.indrelid = format('public.%I', first)::regclass loop
    execute format('alter index public.%I rename to %I', found.relname, replace(found.relname, parent, first));
    if not found.indisprimary then
      execute replace(found.definition, format(' ON public.%I ', first), format(' ON public.%I ', parent));
    end if;
  end loop;
  for found in select distinct a.grantee::regrole as role, a.privilege_type from pg_class c, aclexplode(c.relacl) a
                where c.oid = format('public.%I', first)::regclass and a.grantee not in (0, c.relowner) loop
    execute format('grant %s on public.%I to %s', found.privilege_type, parent, found.role);
    execute format('revoke %s on public.%I from %s', found.privilege_type, first, found.role);
  end loop;
  execute format('alter table public.%I attach partition public.%I for values from (minvalue) to (%L)', parent, first, ending);
  execute format('alter table public.%I drop constraint %I', first, bound);
  perform public.keep_months(parent, 3, 36500);
end $$;

select partition_by_month('audit_event');
drop trigger if exists audit_event_append_only on audit_event;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
