-- Merges that two operators have decided, that wait and are then carried out step by step. The row is deleted with the account that is closed.
create table account_merge (
  -- the account that is closed
  uid         uuid primary key,
  -- the account that stays
  target      uuid not null,
  -- names it in links that stop it
  id          text not null,
  -- what becomes of the address of the closed account: 'second' address of the one that stays, or 'free'
  address     text not null check (address in ('second', 'free')),
  -- the first step is not done before; until then it can be stopped
  ready_at    timestamptz not null,
  -- the step that comes next
  step        int not null default 0,
  operator    text not null,
  case_number text not null,
  started_at  timestamptz not null default now()
);
