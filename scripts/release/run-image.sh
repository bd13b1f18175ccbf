#!/bin/sh
# Runs a command of an image as an engine does: as PID 1, as the image's user, without rights, in the image's environment.
# ROOTFS, WORK, IMAGE_USER and IMAGE_ENV (lines of NAME=value) come from test-image.ts.
set -e
data=$SNUG_DATA port=$PORT
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
IFS='
'
exec unshare --pid --fork --ipc --uts --mount-proc="$ROOTFS/proc" \
  setpriv --bounding-set=-all,+setuid,+setgid,+sys_chroot --no-new-privs \
  env -i $IMAGE_ENV "SNUG_DATA=$data" "PORT=$port" LOG_LEVEL=warn \
  chroot --userspec="$IMAGE_USER" "$ROOTFS" node --max-semi-space-size=8 --v8-pool-size=1 /app/snug "$@"
