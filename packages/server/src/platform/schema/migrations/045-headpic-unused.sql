/*
 * Since when an uploaded picture is not in use; null: an account uses it. The hourly sweep reads the unused ones only. It also
 * corrects the rows from before this migration, a batch at a time, and those of servers of the former version.
 */
alter table headpic_file add column if not exists unused_since timestamptz default now();
