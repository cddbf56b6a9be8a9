#!/bin/sh
# Makes the users of a ledger; run once, when the primary is made. None of them is a superuser: the writer owns the tables of the
# ledger, API nodes read them, and replicas copy the log.
set -eu
export SECRETS="${SECRETS:-/run/secrets}"
psql --no-psqlrc -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" <<'SQL'
\set writer `cat "$SECRETS/writer-password"`
\set api `cat "$SECRETS/api-password"`
\set replicator `cat "$SECRETS/replicator-password"`
create role ledger_writer login password :'writer';
create role ledger_api login password :'api';
create role replicator login replication password :'replicator';
revoke all on database :"DBNAME" from public;
revoke all on schema public from public;
grant connect on database :"DBNAME" to ledger_writer, ledger_api;
create schema ledger authorization ledger_writer;
grant usage on schema ledger to ledger_api;
alter default privileges for role ledger_writer in schema ledger grant select on tables to ledger_api;
alter role ledger_api set default_transaction_read_only = on;
alter role ledger_api set statement_timeout = '30s';
alter role ledger_api set idle_in_transaction_session_timeout = '10s';
SQL
echo "host replication replicator samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
