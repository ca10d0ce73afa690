#compdef hopyard
# Completion of hopyard in zsh, after compinit: source <(hopyard completion zsh)
_hopyard() {
	local -a found
	found=(${(f)"$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)"})
	if (( $#found )); then
		compadd -a found
	else
		_files
	fi
}
compdef _hopyard hopyard
