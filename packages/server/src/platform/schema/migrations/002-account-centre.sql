-- Avatars, default passwords of enterprise accounts, connected accounts, tombstones of deleted accounts.

alter table account
  add column default_first_used_at timestamptz,
  add column default_postponed     int not null default 0;

-- Pictures an account has uploaded; the one adopted stands in account.headpic.
create table headpic_file (
  uid        uuid not null,
  name       text not null,
  created_at timestamptz not null default now(),
  primary key (uid, name)
);
create index headpic_file_age on headpic_file (created_at);

-- What a person sees of a connected account; the identity itself lies in sign_in_identifier ('oauth:<channel>').
create table social_link (
  uid      uuid not null,
  channel  text not null,
  name     text not null default '',
  bound_at timestamptz not null default now(),
  primary key (uid, channel)
);

-- A deleted uid is never given again, and a restored backup is made to forget it (S-079, S-080).
create table deleted_account (
  uid uuid primary key,
  at  timestamptz not null default now()
);
