-- Addresses that an account has left, for 30 days: an operator gives a stolen account back by them.
create table former_email (
  uid       uuid not null,
  email     text not null,
  canonical text not null,
  had_since timestamptz not null,
  left_at   timestamptz not null default now(),
  primary key (uid, left_at)
);
create index former_email_age on former_email (left_at);

-- The change of a lost mailbox that two operators have decided and that waits. It is stopped, or carried out, by one delete.
create table mailbox_change (
  uid          uuid primary key,
  id           text not null,
  -- the new address, as typed, and in canonical form
  email        text not null,
  canonical    text not null,
  -- canonical form of the address that it replaces
  former       text not null,
  -- the account had that address for more than three days: whoever reads it may stop the change
  stoppable    boolean not null,
  operator     text not null,
  case_number  text not null,
  requested_at timestamptz not null default now(),
  ready_at     timestamptz not null,
  -- the new address is confirmed before this time, or never
  expires_at   timestamptz not null,
  confirmed_at timestamptz
);
create index mailbox_change_ready on mailbox_change (ready_at);
create index mailbox_change_expiry on mailbox_change (expires_at);
