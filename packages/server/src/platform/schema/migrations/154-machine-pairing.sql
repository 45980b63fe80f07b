-- A person has allowed a machine to log in, and a machine with keys waits for the digits that the person sees.
create table machine_pairing (
  -- keyed hash of the user code
  hash       bytea primary key,
  -- encrypted: the account, its session, and what was allowed
  sealed     bytea not null,
  -- keyed hash; of no digits for a machine without keys
  digits     bytea not null,
  tries      int not null default 0,
  -- 'confirmed': the right digits were sent, and the rest follows. Null: the machine has sent none, or wrong ones
  outcome    text check (outcome in ('confirmed', 'done', 'requested', 'refused')),
  -- end of the digits
  expires_at timestamptz not null
);
create index machine_pairing_expiry on machine_pairing (expires_at);

-- Set for the session of a person at a machine. Such a session has a short idle time, too.
alter table session add column ends_at timestamptz;
-- Handle of the session of the person at the machine.
alter table machine_role add column session text;
