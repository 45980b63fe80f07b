alter table machine
  -- the last claim was by a card: the machine has no display. Its owner gets a new card at a release
  add column by_card boolean not null default false,
  -- keyed hash of the card of the last release, for the next claim; null: there is none
  add column card_hash bytea;
