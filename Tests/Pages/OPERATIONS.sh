# A machine of its own in a folder, on which the page's user is root: paths of the page lead there,
# the unit is run by what stands here for systemd, and what installs or needs other users and
# packages does nothing more than that.
machine=$PWD/machine
for path in /etc/spotlog /etc/systemd /etc/prometheus /var/lib/spotlog /mnt/elsewhere \
  /usr/local/bin /usr/local/share/ca-certificates
do
  mkdir -p "$machine$path"
  stand "$path" "$machine$path"
done
rmdir "$machine"/etc/spotlog "$machine"/var/lib/spotlog
mkdir -p "$machine/etc/systemd/system"

# What a certificate bot hands to its hook.
RENEWED_LINEAGE=$machine/renewed
mkdir "$RENEWED_LINEAGE"
openssl req -x509 -newkey ed25519 -nodes -days 2 -subj /CN=localhost \
  -keyout "$RENEWED_LINEAGE/privkey.pem" -out "$RENEWED_LINEAGE/fullchain.pem" 2> /dev/null
cp "$RENEWED_LINEAGE/fullchain.pem" authority.pem

apt-get() { :; }
adduser() { :; }
update-ca-certificates() { :; }
swift() { if [[ $* == *--show-bin-path* ]]; then echo "$programs"; fi; }
runuser() { [[ "$1 $2 $3" == "-u spotlog --" ]] && "${@:4}"; }
promtool() { [[ -s ${!#} ]]; }
install() {
  local given=("$@")
  for i in "${!given[@]}"; do
    if [[ ${given[i]} == -g ]]; then unset "given[i]" "given[i + 1]"; fi
  done
  command install "${given[@]}"
}

# Runs the unit's command with its environment: the settings of the installed file, but for the
# port, and for what lets three new devices make an item public.
systemctl() {
  local unit=$machine/etc/systemd/system/spotlog.service
  case "$*" in
    daemon-reload) grep -q '^ExecStart=/usr/local/bin/spotlog serve --config' "$unit" ;;
    "stop spotlog") end_server ;;
    "enable --now spotlog" | "start spotlog" | "restart spotlog") end_server && start "$unit" ;;
    "reload prometheus") ;;
    *) echo "systemctl $*: no such command of the page" >&2; return 64 ;;
  esac
}

start() { # UNIT
  local setting credentials=$machine/etc/spotlog options=(--threshold 2 --newcomer-period 0)
  for setting in $(sed -n 's/^Environment=//p' "$1"); do export "${setting//%d/$credentials}"; done
  mkdir -p -m 0700 "$machine/var/lib/spotlog" "$machine/var/lib/spotlog-keys"
  sed "s|\"/var|\"$machine/var|" "$machine/etc/spotlog/serve.json" > settings.json
  if [[ -e host-apps ]]; then options+=(--host-apps-file host-apps); fi
  "$machine/usr/local/bin/spotlog" --version > /dev/null
  spotlog serve --config settings.json "${options[@]}"
  if [[ ! -d phone ]]; then bring_devices; fi
}

# Three people look at a page. The first of them, and the page, are those that the page names.
bring_devices() {
  local token device devices
  token=$(cut -d ' ' -f 1 "$machine/etc/spotlog/enrol.tokens")
  for device in phone tablet laptop; do
    spotlog device activity "$device" --app com.example.films --id dune --type view \
      --title Dune --url https://example.com/page --search --public
    spotlog device engage "$device" --app com.example.films --id dune
    SPOTLOG_ENROL_TOKEN=$token spotlog device sync "$device" --url "http://127.0.0.1:$PORT"
    if [[ $device == phone ]]; then
      devices=$(spotlog cloud devices --json --url "http://127.0.0.1:$PORT" \
        --token-file "$machine/etc/spotlog/operator.token")
      stand 020b80c61daf05f6c69fe7611204aef3 "$(hexadecimal lineage "$devices")"
      stand 8899aabbccddeeff0011223344556677 "$(hexadecimal epoch "$devices")"
    fi
  done
  stand 01c9995a768e6cdd6dbc0fa660611296f9 "$(hexadecimal tag \
    "$(spotlog cloud items --json --data "$machine/var/lib/spotlog/cloud")")"
}

hexadecimal() { # KEY JSON
  sed -n "s/.*\"$1\" *: *\"\([0-9a-f]*\)\".*/\1/p" <<< "$2" | head -n 1
}
