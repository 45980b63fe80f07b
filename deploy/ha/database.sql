-- Creates the database of the portal, its owner, and the user by which PgBouncer finds the login role of the server.
-- psql -v owner_password=… -v pooler_password=… -f database.sql, as superuser, on the primary, once.
create role kerf login createrole password :'owner_password';
create database kerf owner kerf;
create role pgbouncer login password :'pooler_password';
\connect kerf
create schema pgbouncer;
-- Only the login roles of the server: neither the owner nor a superuser can sign in through the pooler.
create function pgbouncer.find_login(name text) returns table (usename name, passwd text)
  language sql security definer set search_path = pg_catalog
  as $$ select usename, passwd from pg_shadow where usename = name and usename ~ '^kerf_serving_[0-9]+$' $$;
revoke all on function pgbouncer.find_login(text) from public;
grant usage on schema pgbouncer to pgbouncer;
grant execute on function pgbouncer.find_login(text) to pgbouncer;
