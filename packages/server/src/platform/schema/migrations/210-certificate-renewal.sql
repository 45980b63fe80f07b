-- When a lesson was watched last; null: when it was finished first.
alter table lesson_done add column watched_at timestamptz;
alter table certificate
  -- when the holder had watched the whole course again; null: never
  add column renewed_at timestamptz,
  -- when the holder was reminded last that it ends for a product line; null: never
  add column reminded_at timestamptz;
-- Who was logged in when the lesson started: a hash of the watch session and the account. null: nobody.
alter table visitor_watch add column learner bytea;
