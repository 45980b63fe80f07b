-- Has a mail that waits for its next try sent at once. Only a job that still exists contains the mail.
create function enqueue_again(delivery uuid) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  waiting bigint[];
begin
  select array_agg(j.id) into waiting
    from graphile_worker._private_jobs j
   where j.payload->>'delivery' = delivery::text and j.locked_at is null and j.attempts < j.max_attempts;
  if waiting is null then
    return 0;
  end if;
  perform graphile_worker.reschedule_jobs(waiting, run_at => now(), attempts => 0);
  return cardinality(waiting);
end $$;
revoke execute on function enqueue_again(uuid) from public;
