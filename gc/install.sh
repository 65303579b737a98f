#!/bin/sh
# Builds the C library and installs it: libraries, header, pkg-config file, and all forms of the IR prelude.
#
#   gc/install.sh [--prefix DIR] [--libdir DIR] [--destdir DIR] [--no-build]
#
#   --prefix DIR    where it will be used; /usr/local if not given
#   --libdir DIR    where libraries go, PREFIX/lib if not given
#   --destdir DIR   a folder that all paths are put behind, for packagers; $DESTDIR if not given
#   --no-build      installs what `cargo build --release -p statepoint-gc --features capi` has built
#
# Everything is built where cargo puts it, or where CARGO_TARGET_DIR says.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=/usr/local
libdir=
destdir=${DESTDIR-}
build=yes

usage() {
    sed -n '2,12s/^# \{0,1\}//p' "$0"
}
while [ $# -gt 0 ]; do
    option=$1
    shift
    case $option in
    --prefix=* | --libdir=* | --destdir=*)
        set -- "${option#*=}" "$@"
        option=${option%%=*}
        ;;
    --prefix | --libdir | --destdir)
        [ $# -gt 0 ] || { echo "$0: $option needs a folder" >&2; exit 2; }
        ;;
    --no-build) build=no; continue ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
    esac
    case $option in
    --prefix) prefix=$1 ;;
    --libdir) libdir=$1 ;;
    --destdir) destdir=$1 ;;
    esac
    shift
done
libdir=${libdir:-$prefix/lib}
case $prefix$libdir in
/*) ;;
*) echo "$0: --prefix and --libdir are absolute paths" >&2; exit 2 ;;
esac

if [ "$build" = yes ]; then
    (cd "$here/.." && cargo build --release -p statepoint-gc --features capi)
fi
built=${CARGO_TARGET_DIR:-$here/../target}/release
for file in libstatepoint_gc.a libstatepoint_gc.so; do
    [ -f "$built/$file" ] || { echo "$0: $built/$file is missing; build it first" >&2; exit 1; }
done
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$here/../Cargo.toml" | head -n 1)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -e "s|@PREFIX@|$prefix|" -e "s|@LIBDIR@|$libdir|" -e "s|@VERSION@|$version|" \
    "$here/statepoint_gc.pc.in" >"$work/statepoint_gc.pc"

put() { # mode, file, folder
    mkdir -p "$destdir$3"
    install -m "$1" "$2" "$destdir$3/"
}
put 644 "$built/libstatepoint_gc.a" "$libdir"
put 755 "$built/libstatepoint_gc.so" "$libdir"
put 644 "$work/statepoint_gc.pc" "$libdir/pkgconfig"
put 644 "$here/include/statepoint_gc.h" "$prefix/include"
for prelude in "$here"/ir/*.ll; do
    put 644 "$prelude" "$prefix/share/statepoint_gc"
done
echo "installed statepoint_gc $version in $destdir$prefix"
