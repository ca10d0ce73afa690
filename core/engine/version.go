package engine

// Version is the version of the engine's results. A shared link stores it: if the
// run that a link opens differs from the run that was shared, the page names the
// version with which the link was made. Version goes up by one whenever the trace
// of any scenario changes. TestHashes (package scenarios), which stores the hashes
// of the traces, refuses new hashes under an old version.
const Version = "7"
