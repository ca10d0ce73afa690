# Completion of hopyard in bash: source <(hopyard completion bash)
_hopyard() {
	local IFS=$'\n'
	COMPREPLY=($("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o bashdefault -o default -F _hopyard hopyard # without an answer, files
