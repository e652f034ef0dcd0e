# shellcheck shell=bash
# The part 'codes' of deploy/verify: very many pictures with codes.

verify_codes() {
    count=${OVERLAYD_SOAK_FRAMES:-200000}
    [[ $count =~ ^[1-9][0-9]{3,7}$ ]] || fail 64 "OVERLAYD_SOAK_FRAMES: got '$count', wanted a number of frames from 1000 to 99999999"
    deploy/dependencies build
    flags=(-c release --scratch-path .build/bench)
    swift build --product code-benchmark "${flags[@]}" >&2
    program=$(swift build --show-bin-path "${flags[@]}")/code-benchmark
    "$program" soak "$count" >&2 || fail 1 "NOT so: memory stays as it is (above: kilobytes)"
    say "ok: memory stays as it is"
}
