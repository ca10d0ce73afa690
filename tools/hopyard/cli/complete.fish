# Completion of hopyard in fish: hopyard completion fish | source
function __hopyard_complete
	set -l before (commandline -opc)
	set -l last (commandline -ct)
	set -l found ($before[1] __complete $before[2..] "$last" 2>/dev/null)
	if test (count $found) -gt 0
		printf '%s\n' $found
	else
		__fish_complete_path "$last"
	end
end
complete -c hopyard -f -a '(__hopyard_complete)'
