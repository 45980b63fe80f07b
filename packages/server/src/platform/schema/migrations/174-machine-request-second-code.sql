-- When the claimant of an owned machine has shown a second right code, after the owner's time to answer. An operator decides with it only.
alter table machine_request add column second_code_at timestamptz;
