# shellcheck shell=bash
# Boots the virtual machine of deploy/test-cameras. Needs say of deploy/common.bash.

# The modules of the cameras, one a line with its options. Two of each kind: what happens to one happens to its twin, which
# a bare reader reads.
camera_modules='vivid n_devs=2 node_types=0x1,0x1 num_inputs=1,1 input_types=0,0
v4l2loopback video_nr=50,51 exclusive_caps=1,1
vhci-hcd
uvcvideo'

# run_in_guest GUEST FOLDER SECONDS ACCELERATION COMMAND…: runs the command in the virtual machine made in GUEST, where
# this folder and the rest of this machine's files are as they are here, but only FOLDER is written to: what is written
# elsewhere is gone. Output and error output are the caller's. Its status is the command's; 124 when the time is up, 70
# when the guest failed.
run_in_guest() {
    local folder=$2 limit=$3 accel=$4 end status
    guest=$1
    shift 4
    control=$(mktemp -d "${TMPDIR:-/tmp}/overlayd-guest.XXXXXX")
    qemu=''
    trap clean_guest EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    printf '%s\n' "$folder" >"$control/folder"
    printf '%s\n' "$camera_modules" >"$control/modules"
    {
        printf 'export PATH=%q HOME=%q LANG=C.UTF-8 PYTHONPATH=%q\n' "$PATH:$guest/bin" "${HOME:-/root}" \
            "$PWD/clients/python"
        printf 'export OVERLAYD_CAMERAS=%q\n' "$folder"
        printf 'cd %q || exit 70\nexec' "$PWD"
        printf ' %q' "$@"
        printf '\n'
    } >"$control/job"

    exec {output}>&1 {complaints}>&2
    end=$((SECONDS + limit))
    if [ "$accel" = auto ]; then
        accel=tcg
        if kvm_carries; then accel=kvm-tried; fi
    fi
    start_qemu "$accel"
    if [ "$accel" = kvm-tried ] && ! watch_qemu $((SECONDS + 20)) alive; then
        stop_qemu
        uname -r >"$guest/kvm-failed"
        say "kvm does not carry the guest here; it is emulated"
        start_qemu tcg
    fi
    status=0
    watch_qemu "$end" || status=124
    stop_qemu
    cp -- "$control/console" "$control/trace" "$folder/" 2>/dev/null || true
    if [ "$status" = 124 ]; then
        say "the $limit s are up"
    elif [ -e "$control/status" ]; then
        status=$(cat -- "$control/status")
    else
        tail -n 30 -- "$control/console" "$control/qemu" >&2
        say "the guest ended without a result (above: its last words)"
        status=70
    fi
    return "$status"
}

# A host that is itself a guest of PVM has a /dev/kvm with which an ordinary kernel runs far slower than emulated.
kvm_carries() {
    [ -r /dev/kvm ] && [ -w /dev/kvm ] && [ ! -e /sys/module/kvm_pvm ] &&
        [ "$(cat -- "$guest/kvm-failed" 2>/dev/null)" != "$(uname -r)" ]
}

start_qemu() {
    local processors machine=(-accel 'tcg,thread=multi,tb-size=512' -cpu 'max,la57=off') options
    processors=$(nproc)
    if [ "$processors" -gt 4 ]; then processors=4; fi
    if [ "$1" != tcg ]; then machine=(-accel kvm -cpu host); fi
    options='console=ttyS0 loglevel=4 panic=-1 reboot=t nokaslr mitigations=off tsc=reliable no_timer_check nowatchdog'
    options+=' cryptomgr.notests rcupdate.rcu_expedited=1 random.trust_cpu=on 8250.nr_uarts=1 audit=0 net.ifnames=0'
    qemu-system-x86_64 -nodefaults -no-user-config -display none -no-reboot -machine q35 "${machine[@]}" \
        -smp "$processors" -m 2048 -kernel "$guest/kernel" -initrd "$guest/initramfs" -append "$options" \
        -serial "file:$control/console" -device virtio-serial-pci \
        -add-fd "fd=$output,set=1" -chardev file,id=out,path=/dev/fdset/1,append=on \
        -device virtserialport,chardev=out,name=out \
        -add-fd "fd=$complaints,set=2" -chardev file,id=err,path=/dev/fdset/2,append=on \
        -device virtserialport,chardev=err,name=err \
        -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap \
        -device virtio-9p-pci,fsdev=host,mount_tag=host \
        -fsdev "local,id=ctl,path=$control,security_model=none" -device virtio-9p-pci,fsdev=ctl,mount_tag=ctl \
        -fsdev "local,id=modules,path=$guest/modules,security_model=none,readonly=on" \
        -device virtio-9p-pci,fsdev=modules,mount_tag=modules \
        -fsdev "local,id=folder,path=$folder,security_model=none,multidevs=remap" \
        -device virtio-9p-pci,fsdev=folder,mount_tag=folder \
        </dev/null >"$control/qemu" 2>&1 &
    qemu=$!
}

# watch_qemu SECOND [alive]: waits until it ends, or the guest gives a sign of life; fails when the time is up before.
watch_qemu() {
    while kill -0 "$qemu" 2>/dev/null; do
        if [ "${2:-}" = alive ] && [ -e "$control/alive" ]; then return; fi
        [ "$SECONDS" -lt "$1" ] || return 1
        sleep 0.1
    done
}

stop_qemu() {
    local waits=0
    [ -n "$qemu" ] || return 0
    kill "$qemu" 2>/dev/null || true
    while kill -0 "$qemu" 2>/dev/null && [ "$waits" -lt 30 ]; do
        sleep 0.1
        waits=$((waits + 1))
    done
    kill -KILL "$qemu" 2>/dev/null || true
    wait "$qemu" 2>/dev/null || true
    qemu=''
}

# shellcheck disable=SC2317 # called by the trap
clean_guest() {
    stop_qemu
    rm -rf -- "$control"
}
