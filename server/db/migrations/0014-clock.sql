-- The latest moment that a node has read from the database's clock, so that a clock that was set back is noticed.
alter table installation add column clock_seen_at timestamptz;
