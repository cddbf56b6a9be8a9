#!/bin/sh
# Lets the replica connect for replication; run once, when the primary is made.
echo "host replication postgres samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
