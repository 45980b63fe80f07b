-- no transaction
-- For the reminders of certificates that end.
create index concurrently if not exists certificate_age on certificate (course, (coalesce(renewed_at, issued_at)))
  where issued_at is not null and revoked_at is null;
