-- Numbers of revoked certificates whose holders deleted their accounts: a badge that was revoked stays revoked.
create table revoked_number (
  number     text primary key,
  revoked_at timestamptz not null
);
