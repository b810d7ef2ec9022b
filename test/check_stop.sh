#!/bin/sh
# Signals inside long steps of gyre run.
exec python3 "$SOURCE/test/check_stop.py"
