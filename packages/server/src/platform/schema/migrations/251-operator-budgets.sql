-- Searches and look-ups by address of an operator within the hour that began with the first of them.
create table operator_budget (
  operator text not null,
  kind text not null,
  used int not null,
  started_at timestamptz not null default now(),
  primary key (operator, kind)
);
