// PostgreSQL's settings for one small server, given at each start so that they are always this version's.
export const settings = [
  'max_connections=100',
  'shared_buffers=128MB',
  'max_wal_size=512MB',
  // Nothing follows this server's log but its own recovery, so a table that is made and filled in one transaction, as
  // each ranking is, need not be written twice.
  'wal_level=minimal',
  'max_wal_senders=0',
  // What has been acknowledged is on the disk. These are the defaults; no configuration file may say otherwise.
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'unix_socket_permissions=0700',
  'timezone=UTC',
  'log_timezone=UTC',
  // To stderr, which is the log file, without the values of rows: details and statements may hold people's data.
  'logging_collector=off',
  'log_checkpoints=off',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
]
