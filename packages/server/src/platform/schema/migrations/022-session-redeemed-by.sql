-- Client ids of the apps that learned of the session by a ticket. Null: older than this column, any app may ask about it.
alter table session add column redeemed_by text[];
