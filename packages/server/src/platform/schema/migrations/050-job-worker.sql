-- Workers of the job queue that are alive. A process that is killed renews its rows no more, and the others take over its jobs.
create table job_worker (
  worker_id text primary key,
  seen_at   timestamptz not null default now()
);
