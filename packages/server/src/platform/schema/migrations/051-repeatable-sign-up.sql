-- Hash of the Idempotency-Key that a sign-up was sent with: a repeat whose first answer was lost signs in to the new account.
alter table verification add column repeat_key bytea;
