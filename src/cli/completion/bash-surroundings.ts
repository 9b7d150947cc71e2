/**
 * What stands before the script for bash. The script takes the words of the line from `_get_comp_words_by_ref`, of the package
 * bash-completion, which many systems lack; bash 3.2 (macOS) has no `compopt` either. And its constants are read-only: a second
 * `source` of it, as of a `~/.bashrc` that has been edited, would complain of each.
 */
export const BASH_BEFORE = `# Where bash-completion is not loaded: the words of the line; those that bash cuts at = and : are made whole.
if ! declare -F _get_comp_words_by_ref > /dev/null; then
    _get_comp_words_by_ref() {
        local index word cut=
        words=() cword=0
        for index in "\${!COMP_WORDS[@]}"; do
            word=\${COMP_WORDS[index]}
            if [[ $index -gt 1 && ( -n $cut || $word == [=:]* ) ]]; then
                words[\${#words[@]}-1]+=$word
            else
                words+=("$word")
            fi
            if [[ $word == *[=:] ]]; then cut=yes; else cut=; fi
            if [[ $index -eq $COMP_CWORD ]]; then cword=$((\${#words[@]} - 1)); fi
        done
        cur=\${words[cword]} prev=\${words[cword > 0 ? cword - 1 : 0]}
    }
fi
type compopt > /dev/null 2>&1 || compopt() { :; }

if ! declare -F __omnidex_complete > /dev/null; then
`;

/**
 * What stands after it. Bash puts a completion in the place of what follows the last = or : only, so what stands before must not
 * be in it. And the script's own registration lacks what its directive for files falls back on.
 */
export const BASH_AFTER = `
__omnidex_complete_word() {
    local cur prev words cword
    _get_comp_words_by_ref -n "=:" cur prev words cword
    local before=\${cur%"\${cur##*[=:]}"}
    __omnidex_complete
    COMPREPLY=("\${COMPREPLY[@]#"$before"}")
}
fi
complete -o default -F __omnidex_complete_word omnidex`;
