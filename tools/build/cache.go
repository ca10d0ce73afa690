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

// contents maps file names to the content of files that are made together.
type contents map[string][]byte

// cache is a folder of earlier results. Each entry is a file that holds a set of
// made files; its name is the hash of their inputs. Two builds may use the folder
// at the same time.
type cache struct{ dir string }

// cacheRoot returns the folder in which builds of a repository keep their
// intermediate results.
func cacheRoot(root string) string { return filepath.Join(root, ".cache", "build") }

func cacheOf(root string) cache { return cache{filepath.Join(cacheRoot(root), "made")} }

// cacheLimit is the maximum size of the cache in bytes. It is enough for about
// eight builds between which the programs changed. Above the limit, the least
// recently used entries are removed.
const cacheLimit = 400 << 20

// get returns the files stored under a key. If there are none, it calls make,
// stores the result and sets made.
func (c cache) get(key string, make func() (contents, error)) (files contents, made bool, err error) {
	name := filepath.Join(c.dir, key)
	if raw, err := os.ReadFile(name); err == nil && gob.NewDecoder(bytes.NewReader(raw)).Decode(&files) == nil {
		now := time.Now()
		os.Chtimes(name, now, now) // fails if another build has just removed the file
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

// prune removes the least recently used entries until the rest fit within limit
// bytes.
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
			os.Remove(filepath.Join(c.dir, f.Name())) // the file may be missing: another build may prune at the same time
		}
	}
	return nil
}

// keyOf returns the hash of all inputs of a result. It also hashes the length of
// each part, so that moving bytes from a part to the next changes the hash.
func keyOf(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		binary.Write(h, binary.LittleEndian, int64(len(p))) // writing to a hash never fails
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// hashFiles returns a hash of the paths and contents of files in the given folders
// of a tree and in their subfolders. It includes the files whose names have one of
// the endings, or all files if endings is empty.
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

// hashSelf returns the hash of this executable, which covers everything compiled
// into it.
func hashSelf() ([]byte, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(name)
	return []byte(keyOf(raw)), err
}
