-- Webhooks of the form `events`: what happens to an account, for the apps that have redeemed a ticket of it.

alter table webhook
  -- items: pages of the benefit feed; events: rows of account_event, one a request
  add column form text not null default 'items' check (form in ('items', 'events'));

-- The apps that have redeemed a ticket of the account.
create table ticket_app (
  uid       uuid not null,
  client_id text not null,
  since     timestamptz not null default now(),
  primary key (uid, client_id)
);
insert into ticket_app (uid, client_id)
select distinct s.uid, c.client_id from session s cross join unnest(s.redeemed_by) as c (client_id);

-- Written in the transaction of the change, one row an app. The order of the ids is that of an account's changes.
create table account_event (
  uid         uuid not null,
  id          bigint generated always as identity,
  client_id   text not null,
  -- header webhook-id
  event_id    text not null default 'evt_' || replace(gen_random_uuid()::text, '-', ''),
  type        text not null,
  data        jsonb not null,
  at          timestamptz not null default now(),
  -- failed: not accepted until retry_until
  state       text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts    int not null default 0,
  next_try_at timestamptz not null default now(),
  retry_until timestamptz not null default now() + interval '7 days',
  primary key (uid, id)
);
create index account_event_pending on account_event (client_id, next_try_at) where state = 'pending';
create index account_event_name on account_event (event_id);
create index account_event_age on account_event (at);
