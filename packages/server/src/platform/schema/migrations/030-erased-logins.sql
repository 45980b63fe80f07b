-- The erasure of an account covers its analytics events. Browsers send events that they stored before, so events that arrive
-- later are stored without the account: the hash of its analytics id (random, so the hash reveals nothing) remains.

alter table deleted_account add column login_hash bytea;
create index deleted_account_login on deleted_account (login_hash) where login_hash is not null;

create index tracking_event_login on tracking_event (login) where login is not null;

create or replace function enqueue(task text, payload json, attempts int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if task is null or task <> all (array['send_mail', 'remove_files', 'keep_tombstone', 'erase_events']) then
    raise exception 'this job cannot be put in' using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(task, payload, max_attempts => least(attempts, 100));
end $$;
