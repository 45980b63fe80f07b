-- Logout tokens are sent by a job. The function refuses other jobs than the product's: see migration 025.
create or replace function enqueue(task text, payload json, attempts int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if task is null
     or task <> all (array['send_mail', 'remove_files', 'keep_tombstone', 'erase_events', 'openid_logout']) then
    raise exception 'this job cannot be put in' using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(task, payload, max_attempts => least(attempts, 100));
end $$;

-- Claim updated_at: the last change of what apps see of a person.
alter table account add column updated_at timestamptz not null default now();
