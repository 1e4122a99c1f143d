# The steps of `./test`: each says how long it takes, also in the file $step_times, and the first that fails ends everything. One command may go on beside them.

passed=()

die() {
    echo "test: $*" >&2
    exit 1
}

# Says every so often that a step goes on, until its input ends. It is not killed: a shell that is killed the moment it is begun still
# has the traps of the one that began it, and would end what that one has begun.
tick() {
    local name=$1 start=$SECONDS code
    while true; do
        code=0
        read -r -t 20 || code=$?
        # More than 128 says that nothing came in time.
        [ "$code" -gt 128 ] || return 0
        echo "   … $name, $((SECONDS - start)) s"
    done
}

# Runs one step; what it says is shown, and the first that fails ends everything. Descriptor 9 is the ticker's input, which the step
# itself must not hold open.
step() {
    local name=$1 start=$SECONDS code=0 ticker
    shift
    echo "== $name"
    exec 9> >(tick "$name")
    ticker=$!
    "$@" 9>&- || code=$?
    exec 9>&-
    wait "$ticker" || true
    [ "$code" = 0 ] || die "$name failed (after ${passed[*]:-nothing} passed)"
    passed+=("$name,")
    echo "== $name: passed in $((SECONDS - start)) s"
    [ -z "${step_times:-}" ] || printf '%s\t%s\n' "$name" "$((SECONDS - start))" >> "$step_times"
}

# Nothing that was begun goes on after the end.
beside=
at_end() {
    [ -z "$beside" ] || kill -- "-$beside" 2> /dev/null || true
}
trap at_end EXIT

# Begins a command that goes on beside the steps, in a process group of its own, so that nothing of it is left behind if a step fails.
begin_beside() {
    beside_log=$1
    shift
    set -m
    "$@" > "$beside_log" 2>&1 &
    beside=$!
    set +m
}

# Waits for it, and tells what it said.
end_beside() {
    local code=0
    wait "$beside" || code=$?
    beside=
    cat "$beside_log"
    return "$code"
}
