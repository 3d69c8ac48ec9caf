#!/bin/sh
# PID 1 of the virtual machine: what a Debian 12 machine has mounted before anyone logs in, then the tests.
# The disk with the built programs is at /mnt, /dev and /proc are there (debian_root.py). Kernel arguments:
# lg.tree=PLACE, where that disk belongs.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
mountpoint -q /sys || mount -t sysfs -o nosuid,nodev,noexec sysfs /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts -o nosuid,noexec,gid=5,mode=620,ptmxmode=000 devpts /dev/pts
mount -t tmpfs -o nosuid,nodev tmpfs /dev/shm
mount -t tmpfs -o nosuid,nodev,mode=755 tmpfs /run
mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 /sys/fs/cgroup
ln -sfn /proc/self/fd /dev/fd
ln -sfn /proc/mounts /etc/mtab
mkdir -p -m 1777 /run/lock
hostname leadglass-vm
ip link set lo up
tree=$(sed -n 's/.*lg\.tree=\([^ ]*\).*/\1/p' /proc/cmdline)
mkdir -p "$tree"
mount --move /mnt "$tree"
stty -F /dev/ttyS1 raw -echo
python3 -B "$tree/guest/guest_tests.py" "$tree/guest/plan.json" /dev/ttyS1
sync
echo o > /proc/sysrq-trigger
sleep 60
