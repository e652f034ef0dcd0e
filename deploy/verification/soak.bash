# shellcheck shell=bash
# The part 'soak' of deploy/verify: clients that come, look and go, for a long time.

verify_soak() {
    seconds=${OVERLAYD_SOAK:-600}
    [[ $seconds =~ ^[1-9][0-9]{1,5}$ ]] || fail 64 "OVERLAYD_SOAK: got '$seconds', wanted a number of seconds from 10 to 999999"
    deploy/dependencies test
    models/fetch
    programs=$(dirname -- "$(deploy/build | head -n 1)")
    folder=$(mktemp -d)
    source=${OVERLAYD_SOAK_SOURCE:-$folder/clip.mp4,loop}
    make_clip "$folder/clip.mp4"
    "$programs/overlayd" run --socket "$folder/overlayd.sock" --input "soak=$source" 2>"$folder/log" &
    daemon=$!
    # shellcheck disable=SC2317 # called by the trap
    clean() {
        kill -TERM "$daemon" 2>/dev/null || true
        wait "$daemon" || true
        rm -rf -- "$folder"
    }
    trap clean EXIT
    shows "the daemon serves ${source/"$folder"\//}" soon 20 test -S "$folder/overlayd.sock"
    say "five clients come, look and go for $seconds s; at each sample: memory in kB, descriptors, and the worker's"
    if ! PYTHONPATH=clients/python PYTHONDONTWRITEBYTECODE=1 python3 deploy/verification/soak.py \
        "$folder/overlayd.sock" "$daemon" "$seconds" >&2; then
        tail -n 20 -- "$folder/log" >&2
        fail 1 "NOT so: memory and descriptors stay flat (above: what grew, and the daemon's last words)"
    fi
    say "ok: memory and descriptors stay flat"
}
