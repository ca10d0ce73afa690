// Package deploy holds the files with which the server is installed on other
// machines: a Containerfile with an example for compose, and a unit for systemd.
// The Go code consists of tests. They check the files against the server's flags
// and against the versions that this repository uses. With HOPYARD_DEPLOY=1 (make
// test-deploy) they also build the image, and run both the image and the unit.
package deploy
