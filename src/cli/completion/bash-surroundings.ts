/**
 * The prologue of the script for bash. The script needs `_get_comp_words_by_ref` from the package bash-completion,
 * which many systems lack, and `compopt`, which bash 3.2 (macOS) lacks. The prologue defines them if they are missing.
 * It also skips a script that is already loaded, as when `~/.bashrc` is sourced again. The script's constants are
 * read-only, so setting them again would print errors.
 */
export const BASH_BEFORE = `# If bash-completion is not loaded: split the line into words, and rejoin the words that bash cuts at = and :.
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
 * The epilogue of the script for bash. Bash replaces only the part of a word after its last = or :, so completions must
 * not repeat the part before it. The epilogue also registers the completion again, with `-o default`. The registration
 * in the script lacks this option, without which bash completes no file names.
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
