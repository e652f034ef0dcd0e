# shellcheck shell=bash
# Fills the cache with what the virtual machine of deploy/test-cameras is made of: Debian's kernel, the modules that are
# wanted, an initramfs, v4l2loopback and the USB camera made of software. Needs say and fail of deploy/common.bash.

here=Tests/Cameras/guest
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/overlayd/cameras
# What is found in $cache/guest; made anew when it, or the kernel that Debian has, is another.
guest_modules=(vivid uvcvideo vhci-hcd)
boot_modules=(virtio_pci 9pnet_virtio 9p overlay virtio_console)

# Makes $cache/guest, unless it is there already.
prepare_guest() {
    local recipe status
    mkdir -p -- "$cache"
    recipe=$(cat -- "$here"/{prepare.bash,init} Tests/Cameras/uvcsim/* | sha256sum | cut -c1-16)
    exec 9>"$cache/lock"
    flock 9
    if [ "$(cat -- "$cache/guest/recipe" 2>/dev/null)" != "$recipe" ]; then
        # In a process of its own, which removes what it leaves behind; not within a condition, where failures go unseen.
        set +e
        (
            set -e
            fill_cache "$recipe"
        )
        status=$?
        set -e
        [ "$status" = 0 ] || fail 69 "the virtual machine could not be made; $cache/log says more"
    fi
    exec 9>&-
}

fill_cache() {
    local recipe=$1 start=${EPOCHREALTIME//[.,]/}
    log=$cache/log
    : >"$log"
    rm -rf -- "$cache"/work.*
    work=$(mktemp -d "$cache/work.XXXXXX")
    trap 'rm -rf -- "$work"' EXIT
    new=$work/guest
    mkdir -p -- "$new/bin"
    say "making the virtual machine, once"
    fetch_kernel
    take_modules
    build_loopback
    make_initramfs
    "$(guest_compiler)" -std=gnu11 -O2 -Wall -Wextra -o "$new/bin/uvcsim" Tests/Cameras/uvcsim/*.c 2>>"$log" ||
        give_up "building uvcsim"
    printf '%s\n' "$release" >"$new/release"
    printf '%s\n' "$recipe" >"$new/recipe"
    rm -rf -- "$cache/guest"
    mv -- "$new" "$cache/guest"
    say "made in $(seconds_since "$start")"
}

# give_up WHAT: says that it did not work, and the last words about it.
give_up() {
    tail -n 20 -- "$log" >&2
    fail 69 "$1 did not work (above: its last words)"
}

# unpack NAME…: puts the files of Debian's packages into $work/files; installs nothing.
unpack() {
    local folder
    folder=$(mktemp -d "$work/packages.XXXXXX")
    (
        cd -- "$folder" || exit
        download() { apt-get -qq -o APT::Sandbox::User=root -o Acquire::Retries=3 download -- "$@" >>"$log" 2>&1; }
        download "$@" || { refresh_lists && download "$@"; } || give_up "fetching $*"
        for package in *.deb; do dpkg-deb -x "$package" "$work/files"; done
    )
}

# The package lists may be missing, or older than what the mirror holds.
refresh_lists() {
    local apt=(apt-get -qq -o DPkg::Lock::Timeout=120 update)
    if [ "$(id -u)" != 0 ]; then apt=(sudo -n "${apt[@]}"); fi
    "${apt[@]}" >>"$log" 2>&1
}

# The newest version of Debian's kernel for this machine, such as 6.1.0-57-amd64.
newest_kernel() {
    apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/.*Depends: linux-image-\([0-9][^ ]*-amd64\).*/\1/p' |
        head -n 1
}

# Unpacks the kernel, twice: its files, and the image to plain ELF, which QEMU enters directly. Under emulation that saves
# the seconds that a kernel takes to unpack itself.
fetch_kernel() {
    local image offset
    release=$(newest_kernel)
    if [ -z "$release" ]; then
        refresh_lists || give_up "reading the package lists"
        release=$(newest_kernel)
    fi
    [ -n "$release" ] || fail 69 "Debian's packages have no linux-image-amd64 here"
    say "fetching the kernel $release"
    unpack "linux-image-$release"
    image=$work/files/boot/vmlinuz-$release
    offset=$(LC_ALL=C grep -obUaPm1 '\xfd7zXZ\x00' "$image" | head -n 1 | cut -d: -f1 || true)
    if [ -n "$offset" ]; then
        tail -c "+$((offset + 1))" "$image" | xz -dc --single-stream >"$new/kernel" 2>/dev/null || true
    fi
    if [ "$(LC_ALL=C head -c 4 "$new/kernel" 2>/dev/null | od -An -tx1 | tr -d ' ')" != 7f454c46 ]; then
        say "NOTE: the kernel is packed in a way that is not known here; it will unpack itself"
        cp -- "$image" "$new/kernel"
    fi
}

# needed_files NAME…: the files of these modules and of all that they need, in the order in which they are loaded.
needed_files() {
    local name
    for name in "$@"; do
        modprobe -d "$place" -S "$release" --show-depends "$name" 2>>"$log" || give_up "finding $name"
    done | awk '$1 == "insmod" && !seen[$2]++ {print $2}'
}

# Takes the wanted modules into $new/modules.
take_modules() {
    local from=$work/files/lib/modules/$release path target
    [ -d "$from" ] || from=$work/files/usr/lib/modules/$release
    place=${from%/lib/modules/*}
    depmod -b "$place" "$release" 2>>"$log"
    needed_files "${guest_modules[@]}" "${boot_modules[@]}" | while read -r path; do
        target=$new/modules/$release/${path#"$from"/}
        mkdir -p -- "$(dirname -- "$target")"
        case $path in # busybox loads plain ones only
        *.xz) xz -dc -- "$path" >"${target%.xz}" ;;
        *) cp -- "$path" "$target" ;;
        esac
    done
    cp -- "$from"/modules.builtin* "$from"/modules.order "$new/modules/$release/"
}

# Builds v4l2loopback against the headers of the guest's kernel, and the list of what each module needs.
build_loopback() {
    local kbuild source headers=$work/files/usr/src/linux-headers-$release
    say "building v4l2loopback"
    kbuild=$(apt-cache depends "linux-headers-$release" | sed -n 's/.*Depends: \(linux-kbuild-[^ ]*\).*/\1/p' | head -n 1)
    unpack "linux-headers-$release" "linux-headers-${release%-*}-common" "$kbuild" v4l2loopback-dkms
    source=$(compgen -G "$work/files/usr/src/v4l2loopback-*" | head -n 1)
    sed -i "s#/usr/src/#$work/files/usr/src/#" "$headers/Makefile"
    make -s -C "$headers" M="$source" CONFIG_DEBUG_INFO_BTF_MODULES= modules >>"$log" 2>&1 || give_up "building v4l2loopback"
    mkdir -p -- "$new/modules/$release/updates"
    strip --strip-debug -o "$new/modules/$release/updates/v4l2loopback.ko" "$source/v4l2loopback.ko"
    mkdir -p -- "$work/taken/lib"
    ln -s -- "$new/modules" "$work/taken/lib/modules"
    place=$work/taken
    depmod -b "$place" "$release" 2>>"$log"
}

# busybox, the modules with which this machine's files are reached, and init.
make_initramfs() {
    local root=$work/initramfs path
    mkdir -p -- "$root"/{bin,dev,proc,sys,lower,rw,newroot,modules}
    unpack busybox-static
    path=$work/files/bin/busybox
    [ -e "$path" ] || path=$work/files/usr/bin/busybox
    cp -- "$path" "$root/bin/busybox"
    for path in sh mount mkdir insmod modprobe cat sleep ip chroot mkfifo kill reboot sync ln mv; do
        ln -s busybox "$root/bin/$path"
    done
    needed_files "${boot_modules[@]}" | while read -r path; do
        cp -- "$path" "$root/modules/"
        basename -- "$path" >>"$root/modules/order"
    done
    cp -- "$here/init" "$root/init"
    chmod 755 "$root/init"
    (cd -- "$root" && find . | cpio -o -H newc --quiet) >"$new/initramfs"
}

# The compiler that Debian's kernel asks for.
guest_compiler() { compgen -c gcc-1 | grep -xE 'gcc-1[0-9]' | sort | tail -n 1; }
