-- The journal: why an order was placed, and how sure its learner was. On the rows of trades and orders, because a row of
-- its own would cost a tenth of an order.
-- Works since 0029-guests.sql.
alter table trade
  -- The name of the entry in calls.
  add column entry_id   uuid,
  -- Can be changed for ten minutes, unlike everything else about a trade.
  add column note       text,
  add column confidence smallint,
  add constraint trade_entry check (
    (entry_id is not null) = (num_nonnulls(note, confidence) > 0) and char_length(note) between 1 and 280
    and confidence in (50, 60, 70, 80, 90)
  );

create index trade_entry on trade (portfolio_id, at, entry_id) where entry_id is not null;

-- Of an order that is open or filled; the entry of another one is deleted.
alter table stock_order
  add column note       text check (char_length(note) between 1 and 280),
  add column confidence smallint check (confidence in (50, 60, 70, 80, 90));

create index stock_order_entry on stock_order (portfolio_id) where num_nonnulls(note, confidence) > 0;

-- Whether the organiser of a league sees the member's journal there.
alter table membership add column shows_journal boolean not null default false;
