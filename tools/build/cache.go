package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// contents are files that are made together, by name.
type contents map[string][]byte

// cache is a folder of what was made before, by the hash of what it was made from.
// Two builds may use it at once.
type cache struct{ dir string }

// keptBelow is the folder of all that builds of a repository keep.
func keptBelow(root string) string { return filepath.Join(root, ".cache", "build") }

func cacheOf(root string) cache { return cache{filepath.Join(keptBelow(root), "made")} }

// cacheLimit bounds what the cache holds, in bytes: about eight builds after changes
// of the programs. What was not used for longest is dropped.
const cacheLimit = 400 << 20

// get returns what is kept under a key. If there is nothing, it calls make and
// keeps the result; made reports that it did.
func (c cache) get(key string, make func() (contents, error)) (files contents, made bool, err error) {
	name := filepath.Join(c.dir, key)
	if raw, err := os.ReadFile(name); err == nil && gob.NewDecoder(bytes.NewReader(raw)).Decode(&files) == nil {
		now := time.Now()
		os.Chtimes(name, now, now) // it fails when another build has just dropped the file
		return files, false, nil
	}
	if files, err = make(); err != nil {
		return nil, true, err
	}
	var raw bytes.Buffer
	if err := gob.NewEncoder(&raw).Encode(files); err != nil {
		return nil, true, err
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return nil, true, err
	}
	return files, true, replaceFile(name, raw.Bytes())
}

// prune drops what was not used for longest until the rest is within limit bytes.
func (c cache) prune(limit int64) error {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return cmp.Compare(b.ModTime().UnixNano(), a.ModTime().UnixNano()) })
	for _, f := range files {
		if limit -= f.Size(); limit < 0 {
			os.Remove(filepath.Join(c.dir, f.Name())) // it may be gone: another build prunes too
		}
	}
	return nil
}

// keyOf hashes all that something is made from.
func keyOf(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		binary.Write(h, binary.LittleEndian, int64(len(p))) // a hash does not fail
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// hashFiles hashes the files below folders of a tree, with their paths: those with one of
// the endings, or all if there is none.
func hashFiles(tree fs.FS, folders, endings []string) ([]byte, error) {
	var parts [][]byte
	for _, folder := range folders {
		err := fs.WalkDir(tree, folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || len(endings) > 0 && !slices.Contains(endings, path.Ext(name)) {
				return err
			}
			raw, err := fs.ReadFile(tree, name)
			parts = append(parts, []byte(name), raw)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return []byte(keyOf(parts...)), nil
}

// hashSelf hashes this program, and with it everything that is compiled into it.
func hashSelf() ([]byte, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(name)
	return []byte(keyOf(raw)), err
}
