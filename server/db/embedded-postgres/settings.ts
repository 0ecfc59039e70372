// PostgreSQL's settings for one small server, passed as options at each start, so that they match this version of the
// app.
export const settings = [
  'max_connections=100',
  'shared_buffers=128MB',
  'max_wal_size=512MB',
  // Without replication, a table that is created and filled in one transaction, such as a ranking, is not written twice.
  'wal_level=minimal',
  'max_wal_senders=0',
  // Acknowledged commits are on the disk. The defaults, set here so that no configuration file changes them.
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'unix_socket_permissions=0700',
  'timezone=UTC',
  'log_timezone=UTC',
  // Logs to stderr, which is redirected to the log file; without details and statements, because they may contain
  // personal data.
  'logging_collector=off',
  'log_checkpoints=off',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
]
