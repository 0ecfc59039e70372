-- The orders of a portfolio by the instant at which they were closed, newest last: GET /api/orders?closed_after reads it.
create index stock_order_closed on stock_order (portfolio_id, closed_at, id) where closed_at is not null;
