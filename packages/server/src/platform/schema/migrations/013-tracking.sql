-- Behaviour events, by day: a day whose time is over goes as a whole.

create table tracking_event (
  at          timestamptz not null default now(),
  -- by the visitor's clock, where that is believable
  occurred_at timestamptz not null,
  event       text not null,
  -- a random number of the browser
  visitor     text not null,
  -- the account's analytics id, while it was signed in
  login       uuid,
  properties  jsonb not null
) partition by range (at);
create index tracking_event_name on tracking_event (event, at);

/*
 * Makes the days from yesterday to `ahead` days from now, and drops those that ended more than `kept` days ago; 0 drops
 * none. Days are UTC. Belongs to the owner, since the serving role changes no table.
 */
create function keep_tracking_days(ahead int, kept int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today date := (now() at time zone 'utc')::date;
  wanted date;
  old record;
  gone int := 0;
begin
  perform set_config('lock_timeout', '2s', true);
  perform pg_advisory_xact_lock(1102611020);
  for step in -1 .. least(greatest(ahead, 0), 60) loop
    wanted := today + step;
    if to_regclass(format('public.tracking_event_%s', to_char(wanted, 'YYYYMMDD'))) is null then
      execute format(
        'create table public.tracking_event_%s partition of public.tracking_event for values from (%L) to (%L)',
        to_char(wanted, 'YYYYMMDD'), wanted::text || ' 00:00+00', (wanted + 1)::text || ' 00:00+00');
    end if;
  end loop;
  if kept > 0 then
    for old in
      select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
       where i.inhparent = 'public.tracking_event'::regclass and c.relname ~ '^tracking_event_\d{8}$'
         and to_date(right(c.relname, 8), 'YYYYMMDD') < today - kept
    loop
      execute format('drop table public.%I', old.relname);
      gone := gone + 1;
    end loop;
  end if;
  return gone;
end $$;

select keep_tracking_days(7, 0);
