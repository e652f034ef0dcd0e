# shellcheck shell=bash
# What the scripts of this folder share. A script's help is the comment at its head.

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 1
script=${BASH_SOURCE[1]##*/deploy/}
script=deploy/${script##*/}

say() { printf '%s: %s\n' "$script" "$*" >&2; }

# fail STATUS WORDS…: says why, and ends with a status of sysexits.
fail() {
    local status=$1
    shift
    say "$@"
    exit "$status"
}

# Prints the comment at the head of the calling script.
show_help() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$script"; }

# The usual answer to an option that a script does not have.
unknown_option() { fail 64 "unknown argument '$1'; '$script --help' says what there is"; }

# seconds_since MICROSECONDS: how long ago $EPOCHREALTIME without its point said so, as 12.3 s.
seconds_since() {
    local tenths=$(((${EPOCHREALTIME//[.,]/} - $1) / 100000))
    printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

# On a build machine (CI is set) a warning of either compiler is an error; elsewhere a newer compiler's opinions are not.
strict=()
# shellcheck disable=SC2034 # used by those who source this file
if [ -n "${CI:-}" ]; then strict=(-Xswiftc -warnings-as-errors -Xcc -Werror); fi
