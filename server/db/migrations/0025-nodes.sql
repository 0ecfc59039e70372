-- Works since 0024-announced-reports.sql.
-- The nodes that run. A node that was killed leaves its row, which counts for a minute.
create table node (
  id      uuid primary key,
  seen_at timestamptz not null
);

-- Equal to clock_seen_at after the clean end of the last node: no later price was shown than at that moment.
alter table installation add column clock_exact_at timestamptz;
