// Package deploy holds what keeps the server running elsewhere: a Containerfile
// with an example for compose, and a unit for systemd. Its tests hold them to the
// server's flags and to the versions of this repository; with HOPYARD_DEPLOY=1
// (make test-deploy) they build the image, and run it and the unit.
package deploy
