-- When replacing a default password was last put off: the third "later" still holds for the sign-in it was said in.
alter table account add column default_postponed_at timestamptz;
