-- A second email address of an account, for recovery and notices. A change counts after a waiting time, and the address before it until then.
create table second_email (
  uid          uuid not null,
  -- as its owner typed it
  email        text not null,
  canonical    text not null,
  added_at     timestamptz not null default now(),
  counts_from  timestamptz not null,
  -- null: until the owner removes it
  counts_until timestamptz,
  primary key (uid, counts_from)
);
create index second_email_ended on second_email (counts_until);
