# Bash completion for gyre. It gets all words from the command, so that they are always up to date.

# Prints the options of a command: the first words of the lines in its help.
_gyre_options() {
    gyre "$1" --help 2>/dev/null | awk '/^  -/ { for (i = 1; i <= 2; i++) if ($i ~ /^-/) { sub(/,$/, "", $i); print $i } }'
}

# Prints the valid names for an option of gyre inertia, which are in the error message for an invalid one.
_gyre_names() {
    gyre inertia mesh "$1" '?' 2>&1 | sed 's/.*\(one of:\|units are:\|frames are:\)//; s/,/ /g'
}

_gyre() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]-} words=""
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$(gyre --help | awk '/^(usage:|      ) gyre [a-z]/ { sub(/^usage:/, ""); print $2 }') --help --version"
    elif [ "$before" = --method ]; then
        words=$(gyre methods | awk 'NR > 1 { print $1 }')
    elif [ "$before" = --density ] || [ "$before" = --unit ] || [ "$before" = --frame ]; then
        words=$(_gyre_names "$before")
    elif [ "$before" = -o ] || [ "$before" = --output ] || [ "$before" = --from ]; then
        COMPREPLY=($(compgen -f -- "$word"))
        return
    else
        case $word in
        -*) words=$(_gyre_options "$command") ;;
        *)
            case $command in
            run | check | verify | examples) words=$(gyre examples | awk '{ print $1 }') ;;
            help) words=$(gyre --help | awk '/^(usage:|      ) gyre [a-z]/ { sub(/^usage:/, ""); print $2 }') ;;
            esac
            [ "$command" = examples ] || COMPREPLY=($(compgen -f -- "$word"))
            ;;
        esac
    fi
    COMPREPLY+=($(compgen -W "$words" -- "$word"))
}
complete -o filenames -F _gyre gyre
