// How much a test that is as good as it is long shall do: a little in `npm test`, all of it in `npm run test:long`.

export const isLong = process.env['TEST_LONG'] === '1'
