-- The owner has reported the login ("this was not me"): its country is not one of the account.
alter table sign_in_record add column reported boolean not null default false;
