-- Leagues: contests with an owner, a code and an end. All nodes must be stopped, because an older version would trade
-- after the end of a league.
alter table contest
  drop constraint contest_kind_check,
  add constraint contest_kind_check check (kind in ('open', 'league')),
  -- The name of a contest in calls.
  add column public_id uuid not null default gen_random_uuid() unique,
  -- Null for the open contest, and once the owner's account is deleted.
  add column owner_id bigint references account,
  -- The Idempotency-Key of the call that created it.
  add column creation_key uuid,
  add column created_at timestamptz,
  -- Without spaces and hyphens, in capitals.
  add column code text collate "C" unique,
  add column is_door_open boolean,
  -- 'now': market orders only.
  add column orders text collate "C" not null default 'all' check (orders in ('now', 'all')),
  -- When members see each other's holdings.
  add column holdings text collate "C" not null default 'never' check (holdings in ('never', 'after', 'always')),
  -- The end when the league was created; ends_at can become earlier.
  add column planned_ends_at timestamptz check (planned_ends_at >= ends_at),
  -- The prices at the start and at the end, of a share as it was counted then.
  add column opening_prices bigint[] check (array_dims(opening_prices) = '[1:16]'),
  add column closing_prices bigint[] check (array_dims(closing_prices) = '[1:16]'),
  -- When the final board was stored, which never changes again.
  add column settled_at timestamptz,
  -- The value of the market's line at the end; null if a price was missing.
  add column market_cents bigint,
  add constraint contest_league check (
    kind = 'open' or (
      creation_key is not null and created_at is not null and code is not null and is_door_open is not null
      and ends_at is not null and planned_ends_at is not null
    )
  ),
  add constraint contest_created_once unique (owner_id, creation_key);

create index contest_to_settle on contest (ends_at) where kind = 'league' and settled_at is null;

-- The portfolios of leagues, for the end of one and for the audit.
create index portfolio_league on portfolio (contest_id, id) where contest_id <> 1;

-- The members of leagues, also the former ones. Contest 1 has no rows: every account is in it.
create table membership (
  contest_id     integer not null references contest,
  account_id     bigint not null references account,
  -- Null for a member who was removed before the start: there was nothing to keep.
  portfolio_id   bigint unique references portfolio,
  joined_at      timestamptz not null,
  -- Left or was removed after a trade: they cannot join again.
  left_at        timestamptz,
  removed_at     timestamptz,
  -- The name of a guest.
  name           text,
  -- For the owner alone.
  organiser_name text,
  primary key (contest_id, account_id),
  check (portfolio_id is not null or removed_at is not null)
);

create index membership_account on membership (account_id);

-- The final board of a league, as it stood at the end.
create table final_place (
  contest_id    integer not null references contest,
  -- The row of the board, from 1; members without a rank come last.
  place         integer not null check (place > 0),
  -- Null once the account is deleted.
  account_id    bigint references account,
  rank          integer check (rank > 0),
  value_cents   bigint not null,
  -- The value of the largest holding.
  largest_cents bigint not null,
  primary key (contest_id, place)
);

create index final_place_account on final_place (account_id);

-- A chapter of the open contest is closed by a request with a key, a portfolio in a league by its end or a removal.
alter table portfolio
  drop constraint portfolio_closing,
  add constraint portfolio_closing check (
    case when closed_at is null then closing_key is null and closing_prices is null and final_cents is null
    else (closing_key is not null or contest_id <> 1)
      and array_dims(closing_prices) is not distinct from '[1:16]' and final_cents is not null end
  );

alter table stock_order
  drop constraint stock_order_reason_check,
  add constraint stock_order_reason_check check (
    reason in ('learner', 'split', 'chapter_closed', 'account_locked', 'contest_over', 'league_left')
  );

-- Operators also act on leagues.
alter table admin_action
  alter column person_hash drop not null,
  add column league uuid,
  add constraint admin_action_about check (num_nonnulls(person_hash, league) = 1);
