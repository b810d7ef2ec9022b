#!/bin/sh
# Row snapshots: a snapshot is the world, and nothing else is a snapshot.
exec "$BINARY/test/trust/snapshot_faults" "$1"
