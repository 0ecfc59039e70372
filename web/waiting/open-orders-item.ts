// Where the browser keeps which orders were open when they were last seen: whose they are, and their ids.
export const openOrdersItem = 'tengrand-open-orders'
