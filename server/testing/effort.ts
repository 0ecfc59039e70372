// Whether tests run in full (`npm run test:long`) or with fewer rounds (`npm test`).

export const isLong = process.env['TEST_LONG'] === '1'
