-- When an operator last gave an enterprise account a default password; null: when the account was made.
-- The thirty days in which it must be used count from here.

alter table account add column default_set_at timestamptz;
