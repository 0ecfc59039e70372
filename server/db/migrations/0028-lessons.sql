-- Lessons: contests with a market of their own, whose clock an organiser starts, pauses and ends. All nodes must be
-- stopped, because an older version would trade in a lesson at the prices of the installation's market.
alter table market
  add column secret         bytea,
  -- For each stock, the number of the company whose moves it has, from 0.
  add column companies      smallint[] check (array_dims(companies) = '[1:16]'),
  add column starting_cents bigint[] check (array_dims(starting_cents) = '[1:16]'),
  -- The market instant of tick 0.
  add column opens_at       timestamptz,
  add column span           text collate "C" check (span in ('quarter', 'year', 'five_years')),
  -- The length in real time.
  add column minutes        integer check (minutes > 0),
  -- Market time from one tick to the next.
  add column step_ms        bigint check (step_ms > 0),
  -- The tick that values everything: the last one, or an earlier one.
  add column end_tick       integer check (end_tick >= 0),
  add constraint market_of_lesson check (
    num_nulls(secret, companies, starting_cents, opens_at, span, minutes, step_ms, end_tick) = case when id = 1 then 8 else 0 end
  );

alter table contest
  add column market_id integer not null default 1 references market,
  -- The door closes by itself after a quarter of the ticks; the organiser can open it again.
  add column is_door_reopened boolean not null default false,
  drop constraint contest_kind_check,
  add constraint contest_kind_check check (kind in ('open', 'league', 'lesson')),
  add constraint contest_market check ((kind = 'lesson') = (market_id <> 1)),
  -- Null for a lesson that is not started. Its other times follow from its clock.
  alter column starts_at drop not null,
  drop constraint contest_league,
  add constraint contest_league check (
    kind = 'open' and starts_at is not null or kind <> 'open'
      and creation_key is not null and created_at is not null and code is not null and is_door_open is not null
      and (kind = 'lesson' or num_nulls(starts_at, ends_at, planned_ends_at) = 0)
  );

create unique index contest_of_market on contest (market_id) where market_id <> 1;

-- The quantity of an order that was reduced to what the portfolio had; null if it was traded whole.
alter table trade add column asked integer check (asked > abs(shares));

-- The tick of a lesson in which the member joined; null in leagues.
alter table membership add column joined_tick integer check (joined_tick >= 0);

alter table final_place add column is_organiser boolean not null default false;

-- The pauses of lessons in real time.
create table contest_pause (
  contest_id integer not null references contest,
  began_at   timestamptz not null,
  -- Null while it lasts.
  ended_at   timestamptz check (ended_at > began_at),
  primary key (contest_id, began_at)
);

create unique index contest_pause_open on contest_pause (contest_id) where ended_at is null;
