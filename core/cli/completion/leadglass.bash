# Completion of leadglass for bash. What can stand at the cursor is asked of leadglass itself, which
# prints every word as bash must read it: nothing here is expanded, and no name is run.

_leadglass_command() { # AT: characters of the line before the command
    local at=$1 i=0 rest=$COMP_LINE name
    while ((i < COMP_CWORD)); do
        rest=${rest#"${rest%%[![:space:]]*}"}
        ((${#COMP_LINE} - ${#rest} >= at)) && break
        rest=${rest#"${COMP_WORDS[i]}"}
        ((++i))
    done
    if declare -F _comp_command_offset >/dev/null; then
        _comp_command_offset "$i"
    elif declare -F _command_offset >/dev/null; then
        _command_offset "$i"
    else
        compopt -o default 2>/dev/null
        if ((i == COMP_CWORD)) && [[ ${COMP_WORDS[i]} != */* ]]; then
            while IFS= read -r name; do
                [[ $name == *[!A-Za-z0-9_.+@-]* ]] || COMPREPLY+=("$name")
            done < <(compgen -c -- "${COMP_WORDS[i]}" | LC_ALL=C sort -u)
        fi
    fi
}

_leadglass() {
    local mode number at space
    local -a lines=()
    COMPREPLY=()
    mapfile -t lines < <(command leadglass complete bash "$COMP_TYPE" "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    ((${#lines[@]})) || return 0
    read -r mode number at space <<<"${lines[0]}"
    COMPREPLY=("${lines[@]:1}")
    case $mode in
        files) compopt -o default 2>/dev/null ;;
        directories) compopt -o dirnames 2>/dev/null ;;
        command) _leadglass_command "$at" ;;
    esac
    [[ $space != nospace ]] || compopt -o nospace 2>/dev/null
    return 0
}

complete -o nosort -F _leadglass leadglass
