// Package bolt keeps short links in one file, links.db in the data folder, by
// go.etcd.io/bbolt. It is the store of the binary.
//
// What [Store.Add] has returned is on the disk. Nothing in the file is ever
// changed or deleted by it, and each text is compared with its id, which comes
// from its hash, when it is read: damage is an error, never a wrong scenario.
//
// A file that is damaged is found out when it is opened, or when it is read, and
// is never written to from then on: what can still be read is served, adding
// answers an error, and the file stays as it is for its keeper. To rescue the
// links, stop the server, copy the file away, and start the server: GET
// api/links/{id} gives every text that is left, and posted to a server with an
// empty data folder each gets the same id again. Nothing is repaired in silence.
//
// The file has two buckets: "hopyard" with the version of this format under
// "format", and "links" with the texts by id.
package bolt
