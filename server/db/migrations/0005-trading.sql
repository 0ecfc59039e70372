-- Facts: appended, never changed. Cash and positions are sums of these lines.
-- Ticker keys are checked by number: a foreign key would lock the same 16 rows for every trade of everybody.
create table trade (
  account_id  bigint not null references account,
  at          timestamptz not null,
  id          bigint generated always as identity,
  type        text collate "C" not null check (type in ('BUY', 'SELL', 'SPLIT')),
  ticker_id   smallint not null check (ticker_id between 1 and 16),
  -- What came into the account, so that sums are plain sums: a sale and a reverse split bring less than nothing.
  shares      bigint not null,
  cash_cents  bigint not null,
  price_cents bigint not null,
  -- What the learner saw when the order was sent; with the key it tells a retry from another order.
  seen_cents  bigint,
  -- Of an order. A split has none: a client could send the same one first, and the split would never come.
  key         uuid,
  -- Of a split: so many new shares stand for so many old ones.
  numerator   bigint,
  denominator bigint,
  primary key (account_id, at, id),
  unique (account_id, key),
  check (
    case type
      when 'BUY' then key is not null and shares > 0 and price_cents > 0 and cash_cents = -shares * price_cents
      when 'SELL' then key is not null and shares < 0 and price_cents > 0 and cash_cents = -shares * price_cents
      else key is null and price_cents = 0 and cash_cents >= 0
        and numerator is not null and numerator > 0 and denominator is not null and denominator > 0
    end
  )
);

-- An account meets a split once.
create unique index trade_split on trade (account_id, ticker_id, at) where type = 'SPLIT';

-- A fold of the trades, kept for speed and written with them; `npm run audit` compares and rebuilds it.
create table position (
  account_id bigint not null references account,
  ticker_id  smallint not null check (ticker_id between 1 and 16),
  quantity   bigint not null check (quantity >= 0),
  cost_cents bigint not null check (cost_cents >= 0 and (quantity > 0 or cost_cents = 0)),
  primary key (account_id, ticker_id)
) with (fillfactor = 85);

-- The cash is a fold as well, and so are these.
alter table account
  add column first_trade_at timestamptz,
  add column last_trade_at  timestamptz,
  -- The newest split that this account has met.
  add column splits_through bigint not null default 0;
alter table account set (fillfactor = 85);

-- In the order in which they were learnt, which is the order in which accounts meet them.
alter table split add column id bigint generated always as identity unique;
