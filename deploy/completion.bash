# shellcheck shell=bash
# Completion of the command lines of overlayd and overlayctl: commands and options by name,
# files as values. Made from the programs' option tables.

_overlayd() {
    local word command='' words=''
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word != -* ]]; then
            command=$word
            break
        fi
    done
    case "${1##*/} $command" in
    'overlayd ') words='run detect check --help --version' ;;
    'overlayd run') words='--config --input --socket --help --version' ;;
    'overlayd detect') words='--types --roi --layer --gravity --rotation --orientation --position --mirrored --list --jobs --help --version' ;;
    'overlayd check') words='--config --input --socket --help --version' ;;
    'overlayctl ') words='inputs status watch latest controls focus convert describe doctor ping --socket --help --version' ;;
    'overlayctl inputs') words='--devices --json --socket --help --version' ;;
    'overlayctl status') words='--json --socket --help --version' ;;
    'overlayctl watch') words='--input --types --layer --gravity --rotation --orientation --mirrored --roi --rate --json --count --for --socket --help --version' ;;
    'overlayctl latest') words='--input --types --json --socket --help --version' ;;
    'overlayctl controls') words='--input --json --socket --help --version' ;;
    'overlayctl focus') words='--input --layer --gravity --rotation --orientation --mirrored --json --socket --help --version' ;;
    'overlayctl convert') words='--frame --layer --gravity --rotation --orientation --position --mirrored --point --rectangle --to --help --version' ;;
    'overlayctl describe') words='--json --socket --help --version' ;;
    'overlayctl doctor') words='--json --socket --help --version' ;;
    'overlayctl ping') words='--json --count --socket --help --version' ;;
    esac
    if [ "$command" = '' ] || [[ $2 == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$2")
    fi
}
complete -o default -F _overlayd overlayd overlayctl
