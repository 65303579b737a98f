#!/bin/sh
# Builds the C library and installs it: libraries, the headers for C and for ORC, pkg-config files,
# all forms of the IR prelude, and the tool stackmap.
#
#   gc/capi/install.sh [--prefix DIR] [--libdir DIR] [--destdir DIR] [--frame-pointers]
#                      [--without-tool] [--no-build]
#
#   --prefix DIR    the folder of the installation; /usr/local by default
#   --libdir DIR    the folder of the libraries; PREFIX/lib by default
#   --destdir DIR   a folder to prepend to all paths, for packagers; $DESTDIR by default
#   --frame-pointers
#                   compiles all code with frame pointers, for profilers that follow them
#                   (perf record --call-graph fp)
#   --without-tool  skips PREFIX/bin/stackmap, which compiles stack maps to tables
#   --no-build      installs files that were built before by
#                   cargo build --release -p statepoint-gc-capi, and the same with -p stackmap
#
# Cargo builds in its target folder, or in CARGO_TARGET_DIR. The C compiler that links the shared
# library is CC, or cc.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
prefix=/usr/local
libdir=
destdir=${DESTDIR-}
build=yes
tool=yes
frame_pointers=no

usage() {
    sed -n '2,20s/^# \{0,1\}//p' "$0"
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
    --without-tool) tool=no; continue ;;
    --frame-pointers) frame_pointers=yes; continue ;;
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

if [ "$frame_pointers$build" = yesno ]; then
    echo "$0: --frame-pointers is for the build, which --no-build skips; remove one of them" >&2
    exit 2
fi
if [ "$build" = yes ]; then
    (
        cd "$root"
        # Exceptions of the host unwind through the library, which the other strategy would end.
        export CARGO_PROFILE_RELEASE_PANIC=unwind
        # Added to the flags in the environment or, since those replace it, in the configuration.
        flag=-Cforce-frame-pointers=yes
        if [ "$frame_pointers" = no ]; then
            :
        elif [ -n "${CARGO_ENCODED_RUSTFLAGS-}" ]; then
            export CARGO_ENCODED_RUSTFLAGS="$CARGO_ENCODED_RUSTFLAGS$(printf '\037')$flag"
        elif [ -n "${RUSTFLAGS-}" ]; then
            export RUSTFLAGS="$RUSTFLAGS $flag"
        else
            set -- --config "target.'cfg(all())'.rustflags=['$flag']"
        fi
        cargo build --release -p statepoint-gc-capi "$@"
        [ "$tool" = no ] || cargo build --release -p stackmap
    )
fi
built=${CARGO_TARGET_DIR:-$root/target}/release
files=libstatepoint_gc.a
[ "$tool" = no ] || files="$files stackmap"
for file in $files; do
    [ -f "$built/$file" ] || { echo "$0: $built/$file is missing; build it first" >&2; exit 1; }
done
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml" | head -n 1)
shared=libstatepoint_gc.so.$version
soname=libstatepoint_gc.so.${version%%.*}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -e "s|@PREFIX@|$prefix|" -e "s|@LIBDIR@|$libdir|" -e "s|@VERSION@|$version|" \
    "$here/statepoint_gc.pc.in" >"$work/statepoint_gc.pc"
# Linkers prefer the shared library, also for `pkg-config --static`, so the static one has a file
# of its own.
private=$(sed -n 's/^Libs.private: //p' "$work/statepoint_gc.pc")
sed -e 's/^\(Name: .*\)/\1-static/' -e 's/^\(Description: .*\)/\1 (static library)/' \
    -e "s/^\(Libs: .*\) -lstatepoint_gc\$/\1 -l:libstatepoint_gc.a $private/" -e '/^Libs.private: /d' \
    "$work/statepoint_gc.pc" >"$work/statepoint_gc-static.pc"

# The shared library is linked from the static one, not by Cargo. rustc passes a version script of
# its own, whose node has no name, and no linker combines it with one that has named versions. And
# with a SONAME, the file that Cargo links could not be used in the target folder, since Cargo makes
# no links to it. --gc-sections removes what no exported function uses. (Word splitting of $private
# is intended.)
${CC:-cc} -shared -o "$work/$shared" \
    -Wl,--whole-archive "$built/libstatepoint_gc.a" -Wl,--no-whole-archive \
    -Wl,--gc-sections -Wl,--as-needed -Wl,--no-undefined -Wl,-z,relro -Wl,-z,now \
    -Wl,-soname,"$soname" -Wl,--version-script="$here/statepoint_gc.map" $private

put() { # mode, file, folder
    mkdir -p "$destdir$3"
    install -m "$1" "$2" "$destdir$3/"
}
put 644 "$built/libstatepoint_gc.a" "$libdir"
put 755 "$work/$shared" "$libdir"
ln -sf "$shared" "$destdir$libdir/$soname"
ln -sf "$soname" "$destdir$libdir/libstatepoint_gc.so"
put 644 "$work/statepoint_gc.pc" "$libdir/pkgconfig"
put 644 "$work/statepoint_gc-static.pc" "$libdir/pkgconfig"
put 644 "$here/include/statepoint_gc.h" "$prefix/include"
put 644 "$here/include/statepoint_gc_orc.hpp" "$prefix/include"
for prelude in "$root"/gc/ir/*.ll; do
    put 644 "$prelude" "$prefix/share/statepoint_gc"
done
[ "$tool" = no ] || put 755 "$built/stackmap" "$prefix/bin"
echo "installed statepoint_gc $version in $destdir$prefix"
