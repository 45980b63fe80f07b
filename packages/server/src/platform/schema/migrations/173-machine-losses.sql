-- Rights on machines that have ended. A database restored from a backup lacks those since; records beside the files repeat them.
create table machine_loss (
  machine   text not null,
  id        text not null,
  -- of whom a role ended; null: the ownership ended, and every role with it
  uid       uuid,
  member    int,
  -- of the role; of an ended ownership: the number after it
  ownership bigint not null,
  -- rights version of the machine after it
  rights    bigint not null,
  at        timestamptz not null default now(),
  primary key (machine, id)
);
create index machine_loss_age on machine_loss (at);
create index machine_loss_uid on machine_loss (uid);

-- As in migration 073, and the job that writes such a record.
create or replace function enqueue(task text, payload json, attempts int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if task is null or task <> all (array['send_mail', 'remove_files', 'keep_tombstone', 'erase_events', 'openid_logout',
                                        'keep_machine_loss']) then
    raise exception 'this job cannot be put in' using errcode = 'insufficient_privilege';
  end if;
  perform graphile_worker.add_job(task, payload, max_attempts => least(attempts, 100));
end $$;
