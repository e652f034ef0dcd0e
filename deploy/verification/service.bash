# shellcheck shell=bash
# The part 'service' of deploy/verify: what the README says of the service, on this machine.

verify_service() {
    [ "$(id -u)" != 0 ] || fail 77 "run this part as somebody who may use sudo, as a reader of the README does"
    [ -d /run/systemd/system ] || fail 69 "systemd does not run this machine; 'deploy/verify debian13' boots one where it does"
    sudo -n true || fail 77 "this part uses sudo without a password"
    if getent passwd overlayd >/dev/null || systemctl cat overlayd.service >/dev/null 2>&1; then
        fail 69 "there is an overlayd on this machine already; this part would remove it"
    fi
    USER=$(id -un)
    export USER
    notes=$(mktemp -d)
    # shellcheck disable=SC2317 # called by the trap
    clean() {
        sudo deploy/uninstall --purge >/dev/null 2>&1 || true
        rm -rf -- "$notes"
    }
    trap clean EXIT

    follow_the_page
    look_at_it
    show_it_clips
    disturb_it
    replace_it
    remove_it
    use_another_prefix
}

# Runs each line of the README's section, and notes how the machine was before the one that installs.
follow_the_page() {
    local line
    local -a steps
    mapfile -t steps < <(sed -n '/^## As a service$/,/^The service begins/s/^    //p' README.md)
    [ ${#steps[@]} -ge 5 ] || fail 1 "the README's section 'As a service' has no commands"
    for line in "${steps[@]}"; do
        say "\$ $line"
        case $line in
        'sudo deploy/install'*)
            shows "installing without root says how it is done" says 77 "sudo deploy/install" deploy/install
            machine >"$notes/before"
            bash -euc "$line"
            ;;
        overlayctl*) logged_in_again bash -euc "$line" ;;
        *) bash -euc "$line" ;;
        esac
    done
}

look_at_it() {
    local unit=overlayd.service page
    shows "the socket is for the group overlayd alone" says_exactly "overlayd:overlayd 660 socket" \
        sudo stat -c '%U:%G %a %F' /run/overlayd/overlayd.sock
    shows "systemd has no complaint about the unit in its place" silent systemd-analyze verify "$unit"
    shows "systemd was told that it serves" says_exactly "serves test at /run/overlayd/overlayd.sock" \
        systemctl show --value --property StatusText "$unit"
    shows "it runs as overlayd, under a filter, without a capability or a way to get one" confined
    shows "somebody who is not in the group is told what to do" says 77 "sudo usermod -aG overlayd nobody" \
        sudo -u nobody overlayctl ping
    shows "codes and faces are found under the unit's restrictions" finds '"qr_code"' '"ean_13"' '"face"'
    shows "it logs no warning" silent sudo journalctl --quiet --priority warning \
        "_SYSTEMD_INVOCATION_ID=$(systemctl show --value --property InvocationID "$unit")"
    for page in overlayd overlayctl; do
        shows "man finds $page(1), and formats it without a warning" page_in_place "$page"
    done
}

# A clip as a file and over the network.
show_it_clips() {
    local server inputs='        file: "/srv/clip.mp4,loop",\n        net: "http://localhost:8013/clip.mp4,loop",'
    if [ ! -e /srv/clip.mp4 ]; then
        say "NOTE: there is no /srv/clip.mp4; clips were NOT verified"
        return
    fi
    sudo sed -i "s|^        test: .*|&\n$inputs|" /etc/overlayd/overlayd.json
    shows "a changed configuration is taken up" sudo systemctl restart overlayd
    python3 -m http.server --bind localhost --directory /srv 8013 >/dev/null 2>&1 &
    server=$!
    shows "codes and faces are found in a clip under the unit's restrictions" finds_in file '"qr_code"' '"face"'
    shows "and in one that comes over the network" finds_in net '"qr_code"' '"face"'
    kill "$server"
    sudo sed -i '/^        \(file\|net\): /d' /etc/overlayd/overlayd.json
    sudo systemctl restart overlayd
}

disturb_it() {
    local first worker
    first=$(main_process)
    watch_for 20 &
    shows "a client's wish starts a worker" soon 10 has_another_worker none
    worker=$(worker)
    sudo kill -KILL "$worker"
    shows "a worker that is killed is replaced" soon 10 has_another_worker "$worker"
    shows "and the service went on" test "$(main_process)" = "$first"
    wait $!

    sudo kill -KILL "$first"
    shows "a service that is killed is started again" soon 20 is_another "$first"
    shows "and finds what it found" finds '"qr_code"' '"face"'

    first=$(main_process)
    sudo kill -STOP "$first"
    say "waiting for the watchdog, half a minute"
    shows "a service that hangs is started again" soon 60 is_another "$first"
    shows "and finds what it found" finds '"qr_code"' '"face"'

    sudo sed -i 's/^    inputs:/    imputs:/' /etc/overlayd/overlayd.json
    shows "a mistake in the configuration is named" says 78 "did you mean inputs?" \
        overlayd check --config /etc/overlayd/overlayd.json
    shows "with it the service does not start" says 1 '' sudo systemctl restart overlayd
    shows "and is not tried again and again" soon 5 says 3 failed systemctl is-active overlayd
    shows "its exit status tells why" says_exactly 78 systemctl show --value --property ExecMainStatus overlayd
    shows "and the log names it, too" says 0 "did you mean inputs?" sudo journalctl --quiet --unit overlayd --lines 20
    sudo sed -i 's/^    imputs:/    inputs:/' /etc/overlayd/overlayd.json
    shows "with the mistake mended it starts" sudo systemctl restart overlayd
}

replace_it() {
    local first
    first=$(main_process)
    printf '// mine\n' | sudo tee -a /etc/overlayd/overlayd.json >/dev/null
    shows "it is installed over itself" says 0 "overlayd.json stays as it is" sudo deploy/install
    shows "and the running service was started anew" is_another "$first"
    shows "and finds what it found" finds '"qr_code"' '"face"'
}

remove_it() {
    shows "removing it without root says how it is done" says 77 "sudo deploy/uninstall" deploy/uninstall
    shows "removing it keeps a changed configuration and names it" says 0 "overlayd.json was changed, and stays" \
        sudo deploy/uninstall
    shows "the user is gone" says 2 '' getent passwd overlayd
    shows "the service is gone" says 4 '' systemctl is-active overlayd
    shows "what was kept is removed when that is wanted" sudo deploy/uninstall --purge
    shows "removing it once more says that there is nothing" says 66 "nothing is installed" sudo deploy/uninstall
    shows "the machine is as it was: every path, mode, owner and link, and what the files of /etc hold" unchanged
}

use_another_prefix() {
    local place=/usr/local/overlayd
    shows "it can be installed elsewhere" says 0 "enable --now $place/lib/systemd/system/overlayd.service" \
        sudo deploy/install --prefix "$place"
    shows "and started there" sudo systemctl enable --now "$place/lib/systemd/system/overlayd.service"
    sudo usermod -aG overlayd "$USER"
    shows "and finds what it found" finds '"qr_code"' '"face"'
    shows "removing it from there" sudo deploy/uninstall --prefix "$place"
    shows "the machine is as it was" unchanged
}

# A command as this user after the next login, with the groups that it has by now.
logged_in_again() { sudo -u "$USER" -- "$@"; }

# Every path of the machine with its kind, mode, owner and target, and the digests of /etc. Left out are logs, and the
# backups that the tools make which edit users and groups.
machine() {
    sudo bash -c 'find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /var/log \) \
        -prune -o -printf "%y %m %U:%G %p %l\n" | sort
        find /etc -xdev -type f -not -name "*-" -exec sha256sum {} + | sort -k 2'
}

unchanged() { diff "$notes/before" <(machine); }

main_process() { systemctl show --value --property MainPID overlayd; }

worker() { pgrep -u overlayd -x overlayd-input | head -n 1; }

has_another_worker() { [ -n "$(worker)" ] && [ "$(worker)" != "$1" ]; }

is_another() { [ "$(main_process)" != "$1" ] && systemctl is-active --quiet overlayd; }

watcher() { if [ -x /usr/local/bin/overlayctl ]; then echo overlayctl; else echo /usr/local/overlayd/bin/overlayctl; fi; }

watch_for() { logged_in_again "$(watcher)" watch --json --for "$1" >/dev/null 2>&1; }

# finds TEXT…, finds_in INPUT TEXT…: within twenty seconds a message of the daemon holds all of them.
finds() { finds_in test "$@"; }
finds_in() {
    local text words input=$1
    shift
    words=$(logged_in_again "$(watcher)" watch --input "$input" --json --for 20 --count 20)
    for text in "$@"; do
        [[ $words == *"$text"* ]] || { printf 'no %s in: %s\n' "$text" "$words" && return 1; }
    done
}

confined() {
    local state
    state=$(sudo cat "/proc/$(main_process)/status")
    [[ $state == *$'\nUid:\t'"$(id -u overlayd)"$'\t'* ]] && [[ $state == *$'\nSeccomp:\t2'* ]] &&
        [[ $state == *$'\nNoNewPrivs:\t1'* ]] && [[ $state == *$'\nCapBnd:\t0000000000000000'* ]] && return
    printf '%s\n' "$state"
    return 1
}

page_in_place() { silent page_complaints "$(man -w "$1")"; }
