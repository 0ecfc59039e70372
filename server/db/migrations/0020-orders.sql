-- Orders that wait for a price. What an open one holds stands on its portfolio's row, so that every other order sees it.
create table stock_order (
  id           bigint generated always as identity primary key,
  -- By which calls name it.
  public_id    uuid not null default gen_random_uuid() unique,
  portfolio_id bigint not null references portfolio,
  -- Of the client: a retry finds the order by it.
  key          uuid not null,
  ticker_id    smallint not null check (ticker_id between 1 and 16),
  side         text collate "C" not null check (side in ('BUY', 'SELL')),
  kind         text collate "C" not null check (kind = 'limit' or (kind = 'stop' and side = 'SELL')),
  quantity     bigint not null check (quantity between 1 and 1000000),
  price_cents  bigint not null check (price_cents > 0),
  lasts        text collate "C" not null check (lasts in ('day', 'gtc')),
  placed_at    timestamptz not null,
  expires_at   timestamptz not null check (expires_at > placed_at),
  state        text collate "C" not null check (state in ('open', 'filled', 'cancelled', 'expired')),
  closed_at    timestamptz,
  reason       text collate "C" check (reason in ('learner', 'split', 'chapter_closed', 'account_locked')),
  unique (portfolio_id, key),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'cancelled') = (reason is not null))
);

-- Those that a price reaches are found by a look at one end of each list.
create index stock_order_waiting on stock_order (ticker_id, side, kind, price_cents) where state = 'open';
create index stock_order_expiry on stock_order (expires_at) where state = 'open';
create index stock_order_list on stock_order (portfolio_id, id);
create index stock_order_open on stock_order (portfolio_id, id) where state = 'open';

-- What the open orders hold: cash of buys, and shares of sales by the number of the ticker. Most portfolios have none.
alter table portfolio
  add column reserved_cents bigint not null default 0,
  add column reserved_shares bigint[],
  add constraint portfolio_reserved_cash check (reserved_cents between 0 and cash_cents),
  add constraint portfolio_reserved_shares check (
    reserved_shares is null
    or (array_dims(reserved_shares) = '[1:16]' and array_position(reserved_shares, null) is null
      and 0 <= all (reserved_shares)
      and reserved_shares[1] <= shares[1] and reserved_shares[2] <= shares[2]
      and reserved_shares[3] <= shares[3] and reserved_shares[4] <= shares[4]
      and reserved_shares[5] <= shares[5] and reserved_shares[6] <= shares[6]
      and reserved_shares[7] <= shares[7] and reserved_shares[8] <= shares[8]
      and reserved_shares[9] <= shares[9] and reserved_shares[10] <= shares[10]
      and reserved_shares[11] <= shares[11] and reserved_shares[12] <= shares[12]
      and reserved_shares[13] <= shares[13] and reserved_shares[14] <= shares[14]
      and reserved_shares[15] <= shares[15] and reserved_shares[16] <= shares[16])
  ),
  -- A chapter that is over has no open orders.
  add constraint portfolio_reserved_open check (
    closed_at is null or (reserved_cents = 0 and reserved_shares is null)
  );

-- The order that a trade filled, once. Apart from the clients' keys: nobody keeps it from being filled by sending its key.
alter table trade
  add column order_id bigint references stock_order,
  drop constraint trade_check,
  add constraint trade_check check (
    case type
      when 'BUY' then (key is null) = (order_id is not null) and shares > 0 and price_cents > 0
        and cash_cents = -shares * price_cents
      when 'SELL' then (key is null) = (order_id is not null) and shares < 0 and price_cents > 0
        and cash_cents = -shares * price_cents
      else key is null and order_id is null and price_cents = 0 and cash_cents >= 0
        and numerator is not null and numerator > 0 and denominator is not null and denominator > 0
    end
  );

create unique index trade_order on trade (order_id) where order_id is not null;

-- The stocks that somebody watches, by their numbers, in the order in which they were added.
alter table account add column watching smallint[] not null default '{}';
