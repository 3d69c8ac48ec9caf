#compdef leadglass
# Completion of leadglass for zsh. What can stand at the cursor is asked of leadglass itself; zsh quotes
# what is inserted, and nothing of it is expanded.

_leadglass() {
    local line text word about
    local -a lines header plain shownPlain open shownOpen
    line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX"
    lines=("${(@f)$(command leadglass complete zsh "$line" 2>/dev/null)}")
    [[ -n $lines[1] ]] || return 1
    header=(${(s: :)lines[1]})
    for line in "${(@)lines[2,-1]}"; do
        text=${line%%$'\t'*}
        about=${line#*$'\t'}
        word=${(g:o:)text}
        [[ -z $about ]] || text="$text  -- $about"
        if [[ $word == *[/=] ]]; then
            open+=("$word")
            shownOpen+=("$text")
        else
            plain+=("$word")
            shownPlain+=("$text")
        fi
    done
    local found=1
    (($#plain)) && compadd -V leadglass -l -d shownPlain -a plain && found=0
    (($#open)) && compadd -V leadglass -S '' -l -d shownOpen -a open && found=0
    case $header[1] in
        files) compset -p $header[2]; _files && found=0 ;;
        directories) compset -p $header[2]; _files -/ && found=0 ;;
        command) shift $header[2] words; ((CURRENT -= header[2])); _normal && found=0 ;;
    esac
    return found
}

compdef _leadglass leadglass
if [[ $funcstack[1] == _leadglass ]]; then
    _leadglass "$@"
fi
