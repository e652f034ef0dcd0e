# shellcheck shell=bash
# The part 'debian13' of deploy/verify: the part 'service' in a pristine Debian 13 with its own systemd.

# What the smallest installation of Debian has beside its base: an init, sudo, man, and roots of certificates.
pristine_packages=systemd,systemd-sysv,dbus,libpam-systemd,sudo,man-db,ca-certificates,procps

verify_debian13() {
    [ "$(id -u)" = 0 ] || fail 77 "only root can make and boot a Debian: sudo deploy/verify debian13"
    deploy/dependencies verify
    cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/overlayd/debian13
    mkdir -p -- "$cache"
    exec 9>"$cache/lock"
    flock --nonblock 9 || fail 69 "another deploy/verify debian13 runs here"
    make_base "$cache/base"
    machine=$(mktemp -d "$cache/run.XXXXXX")
    trap 'rm -rf -- "$machine" "$machine.console"' EXIT
    say "taking a copy of the base system, and this tree"
    cp -a -- "$cache/base/." "$machine/"
    settle_in "$machine"
    say "booting it"
    boot "$machine"
}

# Where this machine has its packages of Debian from; nothing where it is another system.
mirror() {
    # shellcheck disable=SC2016 # the words are apt's
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 2>/dev/null |
        head -n 1
}

# Makes the base system, unless there is one of this week.
make_base() {
    local base=$1 words
    if [ -n "$(find "$base.made" -mtime -7 2>/dev/null)" ]; then return; fi
    say "making the base system in $base, once a week: a minute or two"
    rm -rf -- "$base" "$base.made"
    if ! words=$(debootstrap --variant=minbase --include="$pristine_packages" trixie "$base" "$(mirror)" 2>&1); then
        tail -n 20 <<<"$words" >&2
        fail 1 "debootstrap did not work (above: its last words)"
    fi
    touch -- "$base.made"
}

# The machine's user, its copy of this tree, and the network as it is set up here: proxies, certificates, pip's index.
settle_in() {
    local root=$1 home=/srv/newcomer file name
    chroot "$root" useradd --home-dir "$home" --create-home --shell /bin/bash newcomer
    printf 'newcomer ALL=(ALL) NOPASSWD: ALL\n' >"$root/etc/sudoers.d/newcomer"
    printf 'debian13\n' >"$root/etc/hostname"
    printf '127.0.0.1 localhost debian13\n' >"$root/etc/hosts"
    mkdir -- "$root$home/overlayd"
    tree_files | tar --create --null --files-from=- | tar --extract --directory "$root$home/overlayd"
    chroot "$root" chown -R newcomer: "$home"
    apt-config dump | grep -E '^Acquire::(http|https|Retries)' >"$root/etc/apt/apt.conf.d/80network" || true
    for file in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
        if [ -e "$file" ]; then cp -L -- "$file" "$root$file"; fi
    done
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY PIP_INDEX_URL PIP_EXTRA_INDEX_URL; do
        if [ -n "${!name:-}" ]; then printf '%s=%s\n' "$name" "${!name}"; fi
    done >"$root/etc/verify.environment"
    if [ -n "${PIP_CERT:-}" ]; then
        printf 'PIP_CERT=/etc/ssl/certs/ca-certificates.crt\n' >>"$root/etc/verify.environment"
    fi
    cat >"$root/etc/systemd/system/verify.service" <<UNIT
[Unit]
After=systemd-user-sessions.service
[Service]
Type=oneshot
User=newcomer
WorkingDirectory=$home/overlayd
EnvironmentFile=/etc/verify.environment
Environment=LANG=C.UTF-8
ExecStart=/bin/bash deploy/verify service
ExecStopPost=+/bin/sh -c 'echo "\$EXIT_STATUS" >/var/log/verify.status; systemctl --no-block poweroff 2>/dev/null'
StandardOutput=append:/var/log/verify.log
StandardError=append:/var/log/verify.log
[Install]
WantedBy=multi-user.target
UNIT
    make_clip "$root/srv/clip.mp4"
    ln -s /etc/systemd/system/verify.service "$root/etc/systemd/system/multi-user.target.wants/"
}

# This tree's own files, null-terminated: what is committed and what is not yet.
tree_files() {
    git -c safe.directory="$PWD" ls-files -z --cached --others --exclude-standard 2>/dev/null ||
        find . -type f -not -path './.git/*' -not -path './.build/*' -not -path './models/cache/*' -print0
}

# Boots the machine and shows what verify.service says; its status is the service's.
boot() {
    local status log=$1/var/log/verify.log
    local options=(--quiet --boot --directory="$1" --console=pipe --resolv-conf=replace-host)
    # Where systemd does not run this machine, nobody can be asked for a place for the other one.
    if [ ! -d /run/systemd/system ]; then
        export SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1
        options+=(--register=no --keep-unit)
    fi
    systemd-nspawn "${options[@]}" systemd.show_status=no </dev/null >"$1.console" 2>&1 &
    local machine_process=$!
    tail --lines +1 --follow=name --retry --sleep-interval 0.2 "$log" 2>/dev/null &
    wait "$machine_process" || true
    sleep 1
    kill $!
    wait $! 2>/dev/null || true
    if ! status=$(cat "$1/var/log/verify.status" 2>/dev/null); then
        tail -n 30 -- "$1.console" >&2
        fail 1 "the machine ended before its time (above: the last words of its console)"
    fi
    if [ "$status" != 0 ]; then fail 1 "the part 'service' ended with status $status there (above: why)"; fi
}
