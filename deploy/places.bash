# shellcheck shell=bash disable=SC2034
# Where deploy/install and deploy/uninstall put things.

# parse_places WORDS…: sets prefix, destdir, sysconfdir and list by the options and the environment.
parse_places() {
    prefix=${PREFIX:-/usr/local}
    destdir=${DESTDIR:-}
    while [ $# -gt 0 ]; do
        case $1 in
        --help | -h)
            show_help
            exit 0
            ;;
        --prefix | --destdir)
            [ $# -gt 1 ] || fail 64 "$1 needs a folder"
            if [ "$1" = --prefix ]; then prefix=$2; else destdir=$2; fi
            shift
            ;;
        *) unknown_option "$1" ;;
        esac
        shift
    done
    prefix=${prefix%/}
    destdir=${destdir%/}
    [[ $prefix =~ ^(/[A-Za-z0-9._+-]+)+$ ]] || fail 64 "--prefix: got '$prefix', wanted an absolute path without blanks"
    [[ -z $destdir || $destdir == /* ]] || fail 64 "--destdir: got '$destdir', wanted an absolute path"
    case $prefix in
    /usr | /usr/local) sysconfdir=/etc ;;
    *) sysconfdir=$prefix/etc ;;
    esac
    list=$prefix/share/overlayd/installed
}
