-- Tokens name their account, so that a distributed database finds a session on one shard. Tokens of the former form do not: this
-- table does. Tables are distributed later, and then filled once more for sessions that former servers have started since.
create table session_route (
  -- SHA-256 of the token
  token_hash bytea primary key,
  uid        uuid not null
);
create index session_route_uid on session_route (uid);
insert into session_route (token_hash, uid) select token_hash, uid from session;

-- Servers of the version before know the former form only. They may serve beside new ones, and for a day after the upgrade again.
create table session_token_form (
  only_row      boolean primary key default true check (only_row),
  -- new sessions have tokens that name their account from then on
  routable_from timestamptz not null
);
insert into session_token_form (routable_from)
select now() + case when exists (select 1 from session) then interval '1 day' else interval '0' end;
