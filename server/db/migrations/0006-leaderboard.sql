-- Rankings, newest last. One stands when its transaction is committed; the one with the highest number is the current one.
create table ranking (
  -- One more than the one before: of two nodes that make the same one, only one can.
  id       integer primary key,
  -- When the prices were taken, and the New York day of that.
  at       timestamptz not null,
  day      date not null,
  accounts integer not null check (accounts >= 0)
);

-- The places of a ranking, computed from accounts and positions: one table for each (ranking_place_1 and so on), so that
-- an old one is dropped whole. Each has an index of its own on account_id, and one on the ranks of its top.
create table ranking_place (
  account_id  bigint not null,
  value_cents bigint not null,
  cash_cents  bigint not null,
  rank        integer not null,
  ranking_id  integer not null
) partition by list (ranking_id);

-- As exact as sum(bigint), which adds up in wider numbers and takes twice the memory for it; this one says so when a sum
-- is too large.
create aggregate sum_of_cents (bigint) (
  sfunc = int8pl,
  stype = bigint,
  initcond = '0',
  combinefunc = int8pl,
  parallel = safe
);
