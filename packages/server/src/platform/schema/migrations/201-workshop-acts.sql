-- An act is void once the machine has another owner than at its start, and confirms no later request.
alter table workshop_act
  add column created_at timestamptz not null default now(),
  -- number of the request that is confirmed: the microsecond in which it was made
  add column request bigint;

-- It has no admin any more. A job releases its machines and removes its members in steps.
alter table workshop add column ended_at timestamptz;
