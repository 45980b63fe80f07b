-- Machines that an account has requested unlock passwords for, so that its owner sees them.
create table account_machine (
  uid           uuid not null,
  -- hash of account and serial number, keyed: rows of two accounts with one machine cannot be connected
  machine_hash  bytea not null,
  -- the last characters of the serial number
  sn_end        text not null,
  light_source  text not null check (light_source in ('1200W', '800W')),
  -- public name of the row
  handle        text not null,
  first_request timestamptz not null default now(),
  last_request  timestamptz not null default now(),
  primary key (uid, machine_hash)
);
