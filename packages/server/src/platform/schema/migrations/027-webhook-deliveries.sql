-- Webhooks: a secret that is replaced stays valid for a while, requests are logged, and a failed delivery is repeated when its
-- backoff ends.

alter table webhook
  -- encrypted; requests are signed with it too until previous_secret_until
  add column previous_secret bytea,
  add column previous_secret_until timestamptz;

-- Requests that were sent to webhooks, without their content.
create table webhook_attempt (
  id             bigint generated always as identity primary key,
  client_id      text not null,
  -- header webhook-id
  delivery_id    text not null,
  -- type of the event; items: a page of the benefit feed
  type           text not null,
  events         int not null,
  -- 1: the first request; 0: not counted
  attempt        int not null,
  -- HTTP status; null: no answer
  status         int,
  duration_ms    int not null,
  -- '' after a 2xx status
  cause          text not null,
  -- position in the feed before the page; null: no page
  after_position bigint,
  at             timestamptz not null default now()
);
create index webhook_attempt_client on webhook_attempt (client_id, id);
create index webhook_attempt_age on webhook_attempt (at);

-- Puts in the next delivery at a time. One waits at most, for the earliest of the times.
create function enqueue_delivery(due timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'tell_apps', '{}'::json,
    run_at => least(
      due, now() + interval '1 day',
      (select j.run_at from graphile_worker.jobs j where j.key = 'tell_apps_later' and j.locked_at is null)
    ),
    job_key => 'tell_apps_later', max_attempts => 1);
end $$;
revoke execute on function enqueue_delivery(timestamptz) from public;
