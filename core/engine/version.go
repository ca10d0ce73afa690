package engine

// Version is the version of the engine's results. Share links carry it: if a run
// differs from the one that was shared, the page names the version that made the
// link. It goes up by one whenever the trace of any scenario changes. The test
// TestHashes (scenarios), which stores the hashes of the traces, refuses new hashes
// under the same version.
const Version = "6"
