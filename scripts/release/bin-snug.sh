#!/bin/sh
# The command `snug` of an archive: with its own Node, and with the settings of /etc/snug/snug.env.
here=$(dirname "$(readlink -f "$0")")
settings=${SNUG_SETTINGS:-/etc/snug/snug.env}
# See scripts/allocator.mjs.
export MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=4194304
if [ -r "$settings" ]; then
  exec "$here/node" --max-semi-space-size=8 --v8-pool-size=1 --env-file="$settings" "$here/../snug" "$@"
elif [ -e "$settings" ] || [ -n "$SNUG_SETTINGS" ]; then
  echo "The settings in $settings cannot be read. Run this command as root." >&2
  exit 1
fi
exec "$here/node" --max-semi-space-size=8 --v8-pool-size=1 "$here/../snug" "$@"
