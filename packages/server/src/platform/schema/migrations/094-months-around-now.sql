/*
 * keep_months creates every missing month from the previous one on, not only those after the newest: a clock that jumped ahead may
 * have dropped them. It drops one month a call, the oldest, so that a wrong clock costs little before somebody notices.
 */
create or replace function keep_months(parent text, ahead int, kept int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
  name text;
  upper timestamptz;
  month timestamptz := date_trunc('month', now() at time zone 'utc') at time zone 'utc';
  newest timestamptz;
  undivided timestamptz;
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
     order by right(c.relname, 6)
  loop
    upper := to_timestamp(right(part.relname, 6) || '01 +00', 'YYYYMMDD TZH');
    if part.relname !~ '_before_\d{6}$' then
      upper := (upper at time zone 'utc' + interval '1 month') at time zone 'utc';
    else
      undivided := upper;
    end if;
    newest := greatest(newest, upper);
    if gone = 0 and upper < now() - make_interval(days => kept) then
      execute format('drop table public.%I', part.relname);
      gone := 1;
    end if;
  end loop;
  month := (month at time zone 'utc' - interval '1 month') at time zone 'utc';
  month := greatest(least(month, newest), undivided);
  while month < now() + make_interval(months => least(greatest(ahead, 0), 24)) loop
    upper := (month at time zone 'utc' + interval '1 month') at time zone 'utc';
    name := format('%s_%s', parent, to_char(month at time zone 'utc', 'YYYYMM'));
    if to_regclass(format('public.%I', name)) is null then
      execute format('create table public.%I (like public.%I including defaults including constraints)', name, parent);
      if parent = 'audit_event' then
        execute format('alter table public.%I add primary key (id)', name);
        execute format(
          'create trigger audit_event_append_only before update or delete or truncate on public.%I
             for each statement execute function public.refuse_change()', name);
      else
        execute format('alter table public.%I add primary key (uid, id)', name);
      end if;
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, name, month, upper);
    end if;
    month := upper;
  end loop;
  return gone;
end $$;
