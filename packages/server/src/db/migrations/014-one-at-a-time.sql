-- What is put in once is also done by one at a time, over all processes: whoever is slow to be told takes no further place
-- from the mails.
create or replace function enqueue_once(task text, job_key text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job(task, '{}'::json, queue_name => job_key, job_key => job_key, max_attempts => 1);
end $$;
