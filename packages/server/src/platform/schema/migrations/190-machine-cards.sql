-- The card that made the last claim of a machine by a card, so that the same card is known when another account shows it.
create table machine_card_use (
  machine   text primary key,
  -- the account that has claimed with it
  uid       uuid not null,
  -- keyed hash
  card_hash bytea not null,
  at        timestamptz not null default now(),
  -- set by the first other account that shows it
  shown_at  timestamptz
);
create index machine_card_use_age on machine_card_use (at);
create index machine_card_use_uid on machine_card_use (uid);

-- A used card that another account has shown: a case for operators.
create table machine_card_case (
  machine text primary key,
  -- the account that has shown it
  uid     uuid not null,
  at      timestamptz not null default now()
);
create index machine_card_case_age on machine_card_case (at);
create index machine_card_case_uid on machine_card_case (uid);
