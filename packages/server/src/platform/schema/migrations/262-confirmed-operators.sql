-- Another owner vouches for an operator: whom one owner has invented has no such owner. It ends when somebody lets the operator in again.
alter table operator
  add column confirmed_by text,
  add column confirmed_at timestamptz;
