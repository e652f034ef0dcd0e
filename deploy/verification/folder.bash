# shellcheck shell=bash
# The part 'folder' of deploy/verify: what is installed below a DESTDIR.

verify_folder() {
    unset SUDO_UID PREFIX DESTDIR
    folder=$(mktemp -d)
    trap 'rm -rf -- "$folder"' EXIT
    local place=$folder/usr/local unit page program
    say "installing below $folder"
    deploy/install --destdir "$folder"

    for program in bin/overlayd bin/overlayctl libexec/overlayd/overlayd-input; do
        shows "$program starts" "$place/$program" --version
    done
    shows "the configuration is in order, and the models are found" says 0 "face, qr_code" \
        "$place/bin/overlayd" check --config "$folder/etc/overlayd/overlayd.json"
    shows "every name in the unit is filled in" says 1 '' grep '@[a-z]*@' -r "$place/lib"
    if command -v systemd-analyze >/dev/null; then
        unit=$folder/overlayd.service
        # The program is not in place here.
        sed "s|^ExecStart=|&$folder|" "$place/lib/systemd/system/overlayd.service" >"$unit"
        shows "systemd has no complaint about the unit" silent unit_complaints "$unit"
        rm -f -- "$unit"
    else
        say "NOTE: there is no systemd-analyze here; the unit was NOT verified"
    fi
    if command -v man >/dev/null; then
        for page in "$place"/share/man/man*/*; do shows "${page##*/} is formatted without a warning" silent page_complaints "$page"; done
    else
        say "NOTE: there is no man here; the manual pages were NOT formatted"
    fi

    say "installing over it, with a changed configuration"
    printf '// changed\n' >>"$folder/etc/overlayd/overlayd.json"
    deploy/install --destdir "$folder" 2>/dev/null
    shows "the changed configuration is still there" grep -q '^// changed' "$folder/etc/overlayd/overlayd.json"
    shows "uninstalling names it" says 0 "overlayd.json was changed, and stays" deploy/uninstall --destdir "$folder"
    shows "but for it and the list nothing is left" says_exactly \
        "$(printf '%s\n' etc/overlayd/overlayd.json usr/local/share/overlayd/installed)" files_below "$folder"
    shows "it goes when that is wanted" deploy/uninstall --purge --destdir "$folder"
    shows "nothing is left" silent ls -A "$folder"
    shows "uninstalling once more says that there is nothing" says 66 "nothing is installed there" \
        deploy/uninstall --destdir "$folder"
    shows "it can be installed for /usr, too" deploy/install --prefix /usr --destdir "$folder"
    shows "and then its configuration is in /etc" test -f "$folder/etc/overlayd/overlayd.json"
    shows "uninstalling that" deploy/uninstall --prefix /usr --destdir "$folder"
    shows "nothing is left" silent ls -A "$folder"
}

# What systemd says of the unit itself; other units of this machine are not the matter here.
unit_complaints() { systemd-analyze verify --man=no "$1" 2>&1 | grep -F overlayd.service || true; }

files_below() { (cd "$1" && find . -not -type d -printf '%P\n' | sort); }
