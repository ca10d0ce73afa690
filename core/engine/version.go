package engine

// Version is the version of what the engine computes. Share links carry it: a
// reader whose run differs is told by which version the link was made. It goes
// up by one whenever the trace of any scenario changes; the test that keeps the
// traces' hashes (scenarios, TestHashes) refuses other hashes under one version.
const Version = "6"
