-- The journal: why an order was placed, and how sure its learner was.
-- Works since 0029-guests.sql.
create table journal_entry (
  -- In the order of writing.
  id             bigint generated always as identity,
  -- The name of the entry in calls. Without an index, because a call knows the account, which has few entries.
  public_id      uuid not null default gen_random_uuid(),
  portfolio_id   bigint not null references portfolio on delete cascade,
  -- The key of the order: of a trade, or of a limit or stop order. Without a foreign key, because checking it would cost
  -- as much as the row; `npm run audit` checks it.
  key            uuid not null,
  is_conditional boolean not null,
  -- Can be changed for ten minutes; everything else never changes.
  note           text check (char_length(note) between 1 and 280),
  confidence     smallint check (confidence in (50, 60, 70, 80, 90)),
  written_at     timestamptz not null,
  primary key (portfolio_id, key, is_conditional),
  check (num_nonnulls(note, confidence) > 0)
);

-- Whether the organiser of a league sees the member's journal there.
alter table membership add column shows_journal boolean not null default false;
