// Package bolt keeps short links in one file, links.db in the data folder, by
// go.etcd.io/bbolt. It is the store of the binary.
//
// What [Store.Add] has returned is on the disk. Nothing in the file is ever
// changed or deleted by it, and each text is compared with its id, which comes
// from its hash, when it is read: damage is an error, never a wrong scenario.
//
// The file has two buckets: "hopyard" with the version of this format under
// "format", and "links" with the texts by id.
package bolt
