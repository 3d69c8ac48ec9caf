# Completion of leadglass for fish. What can stand at the cursor is asked of leadglass itself; fish quotes
# what is inserted, and nothing of it is expanded.

function __leadglass_ask
    set -l line (commandline -cp | string collect)
    command leadglass complete fish "$line" 2>/dev/null
end

function __leadglass_words
    set -l lines (__leadglass_ask)
    set -q lines[1]; or return
    set -l header (string split ' ' -- $lines[1])
    set -q lines[2]; and printf '%s\n' $lines[2..]
    switch $header[1]
        case directories
            set -l token (commandline -ct)
            set -l before (string sub -l $header[2] -- "$token")
            set -l typed (string sub -s (math $header[2] + 1) -- "$token")
            for found in (__fish_complete_directories "$typed" '')
                printf '%s%s\n' "$before" $found
            end
        case command
            set -l line (commandline -cp | string collect)
            complete -C (string sub -s (math $header[3] + 1) -- "$line" | string collect)
    end
end

function __leadglass_wants_files
    string match -q 'files *' -- (__leadglass_ask)[1]
end

complete -c leadglass -f -k -a '(__leadglass_words)'
complete -c leadglass -n __leadglass_wants_files -F
