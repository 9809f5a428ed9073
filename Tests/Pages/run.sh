# Runs the steps of a page of the documentation, in the folder where it lies, in one shell: a
# reader's, with the differences below. `DocumentationShell` writes the steps and reads what they
# printed.
#
#   bash run.sh PROGRAMS PORT GIVEN
#
# PROGRAMS is the folder of the program that was built, PORT a free port, and GIVEN a script for
# what a page takes for granted (a server's file system, say), or empty.
#
# .steps/N.command is a step; .out, .err and .status beside it are what became of it. The shell
# ends at the first command that fails, but in a step that has a .any-status.
set -eo pipefail
export LC_ALL=C.UTF-8 PATH="$1:$PATH" PORT=$2
programs=$1
unset SPOTLOG_DATA
: > .stands
: > .shown

# From the next step on ACTUAL stands for what the page shows, in commands; and back, in output.
stand() { # SHOWN ACTUAL
  printf 's|%s|%s|g\n' "$1" "$2" >> .stands
  printf 's|%s|%s|g\n' "$2" "$1" >> .shown
}
stand 127.0.0.1:8080 "127.0.0.1:$PORT"

# A server runs in the background, as in another terminal, and a viewer is closed by a key.
spotlog() {
  if [[ "$1 ${2:-}" == "journal view" ]]; then
    printf q | TERM=xterm script -qec "spotlog $(printf '%q ' "$@")" /dev/null > view.out
  elif [[ $1 == serve && $* != *--help* && $* != *--print-configuration* ]]; then
    end_server # a page that shows another one has ended it with Ctrl-C
    command spotlog "$@" --port "$PORT" > serve.out 2> serve.log &
    server=$!
    for _ in $(seq 600); do
      curl -fsS "http://127.0.0.1:$PORT/v1/health" > health.out 2>&1 && return
      kill -0 "$server" 2> /dev/null || break
      sleep 0.1
    done
    cat serve.out serve.log >&2
    return 1
  else
    command spotlog "$@"
  fi
}

end_server() {
  [[ -n ${server:-} ]] || return 0
  kill "$server" 2> /dev/null || true
  wait "$server" 2> /dev/null || true
  server=
}
trap end_server EXIT

if [[ -n $3 ]]; then source "$3"; fi
for step in .steps/*.command; do
  step=${step%.command}
  sed -f .stands "$step.command" > "$step.run"
  if [[ -e $step.any-status ]]; then set +eo pipefail; else set -eo pipefail; fi
  source "$step.run" > "$step.out" 2> "$step.err" < /dev/null
  echo $? > "$step.status"
done
