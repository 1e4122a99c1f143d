# The steps of `./test`: each says how long it takes, also in the file $step_times, and the first that fails ends everything.

passed=()
# How often a step that goes on says so, in seconds.
tick_every=20

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
        read -r -t "$tick_every" || code=$?
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
