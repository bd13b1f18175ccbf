#!/bin/sh
# Runs a command in a mount namespace where the image's root is read-only, and shows $WORK at the same path.
set -e
mount --bind "$ROOTFS" "$ROOTFS"
# SQLite keeps its temporary files there.
mount -t tmpfs -o mode=1777 snug "$ROOTFS/tmp"
mkdir -p "$ROOTFS$WORK" && mount --bind "$WORK" "$ROOTFS$WORK"
mount -o remount,bind,ro "$ROOTFS"
exec "$@"
