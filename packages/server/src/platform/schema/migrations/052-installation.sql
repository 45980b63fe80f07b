-- The server group that the database belongs to. One row, written by the first start in production.
create table installation (
  only_row   boolean primary key default true check (only_row),
  deployment text not null
);
