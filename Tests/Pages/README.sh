# tools/demo builds the program first; here it is the one that was built with the tests.
swift() {
  case "$*" in
    *--show-bin-path*) echo "$PROGRAMS" ;;
    build* | "package resolve"*) ;;
    *) command swift "$@" ;;
  esac
}
export PROGRAMS=$programs
export -f swift

# Two people opened the same film, as docs/TOUR.md shows.
spotlog serve --data cloud --threshold 2 --admission open --newcomer-period 0
for phone in ann ben; do
  spotlog device activity $phone --app films --id dune --type view \
    --title Dune --url https://example.com/dune --search --public
  spotlog device engage $phone --app films --id dune
  spotlog device sync $phone --url "http://127.0.0.1:$PORT"
done
