# What train/again is made of. It sources this with its arguments: FOLDER, where everything goes, and
# PART. It says as `most_part` with which PART its smallest file still has a game.
#
# After an interruption, run the same command again: it goes on.
# With PART only one of PART games is played, which rehearses all of it.
# JOBS is the number of games played at a time. BSTAR_LAB and PYTHON name the programs.

die() {
    echo "$page: $*" >&2
    exit 2
}

# begin DEFAULT-FOLDER [FOLDER] [PART]: finds the programs and enters the folder.
begin() {
    folder=${2:-$1}
    part=${3:-1}
    jobs=${JOBS:-$(nproc)}
    lab=${BSTAR_LAB:-$train/../target/release/bstar-lab}
    python=${PYTHON:-python3}
    [[ $part =~ ^[1-9][0-9]*$ ]] || die "one of how many games shall be played? '$part' is no whole number above zero"
    [ "$part" -le "$most_part" ] || die "one game of $part leaves a file without games; $most_part is the most"
    [ -x "$lab" ] || die "there is no program $lab; 'cargo build --release -p bstar-laboratory' makes it"
    command -v "$python" > /dev/null || die "there is no program $python"
    lab=$(realpath "$lab")
    # Python finds its virtual environment by the link, so the link is not resolved.
    [[ $python != */* ]] || python=$(realpath -s "$python")
    mkdir -p "$folder"
    cd "$folder"
}

# games FILE NUMBER OPTION…: plays the games that FILE does not have yet.
games() {
    local file=$1 number=$(($2 / part))
    shift 2
    "$lab" datagen -o "$file" --games "$number" --jobs "$jobs" "$@"
}

# once NAME PROGRAM WORD…: runs a program that makes NAME, unless it was run with the same words and
# the same files before. A note beside it lists these, and is written last.
once() {
    local name=$1 note=${1%.*}.made word made
    shift
    made=${*:2}
    for word; do
        case $word in *.bin | *.nn) [ ! -f "$word" ] || [ "$word" = "$name" ] || made+=$'\n'$(cksum "$word") ;; esac
    done
    [ "$(cat "$note" 2> /dev/null)" != "$made" ] || return 0
    "$@"
    echo "$made" > "$note"
}
