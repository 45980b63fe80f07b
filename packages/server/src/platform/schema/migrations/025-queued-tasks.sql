-- The serving role may put in only the jobs that its changes need, never one that runs on a schedule or belongs to a later
-- version of the queue: SQL alone must not make the job runner, which is the owner, do other work.

create or replace function enqueue(task text, payload json, attempts int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if task is null or task <> all (array['send_mail', 'remove_files', 'keep_tombstone']) then
    raise exception 'this job cannot be put in' using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(task, payload, max_attempts => least(attempts, 100));
end $$;

create or replace function enqueue_once(task text, job_key text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if task is distinct from 'tell_apps' or job_key is distinct from task then
    raise exception 'this job cannot be put in' using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(task, '{}'::json, job_key => job_key, max_attempts => 1);
end $$;
