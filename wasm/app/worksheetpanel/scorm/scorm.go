// Package scorm makes a SCORM 1.2 package for learning management systems. The
// package contains a worksheet and the page as a zip file of static files. It
// therefore needs no server of its own.
//
// Wants selects the files of the built site, and Write writes the package with its
// manifest.
//
// Source: ADL, SCORM 1.2, Content Aggregation Model, section 2.3 (the manifest);
// SOURCES.md QUIZ.3.
package scorm

import (
	"archive/zip"
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"time"

	"hopyard/wasm/html"
)

// Names of the files that a package contains in addition to the files of the page.
const (
	Page  = "worksheet.html" // the page; if a page has this name, it loads the worksheet from the file Sheet
	Sheet = "worksheet.json"
)

// PageFile is a file of the built page.
type PageFile struct {
	Name    string
	Content []byte
}

// Wants reports whether a package contains the named file of the built site. It
// excludes files that are useful only with a server: the pages for phones and the
// preview picture. It also excludes the service worker, because a host may serve
// many packages.
func Wants(name string) bool {
	for _, of := range []string{"vote.", "hand.", "preview."} {
		if strings.HasPrefix(name, of) {
			return false
		}
	}
	for _, end := range []string{".br", ".gz", "/"} {
		if strings.HasSuffix(name, end) {
			return false
		}
	}
	return name != "" && name[0] != '.' && name[0] != '_' && name != "sw.js" && name != "embed.html" && name != "index.html" && !strings.HasPrefix(name, "api/")
}

// Write writes the package as a zip file. It contains the given files, the page
// index under the name Page, and the text of the worksheet under the name Sheet.
// Write changes the page so that the page registers no service worker. Equal
// content results in equal bytes.
func Write(to io.Writer, title, sheet string, index []byte, files []PageFile) error {
	index = bytes.Replace(index, []byte(`"sw.js":"sw.js"`), []byte(`"sw.js":""`), 1)
	all := append([]PageFile{{Page, index}, {Sheet, []byte(sheet)}}, files...)
	z := zip.NewWriter(to)
	put := func(f PageFile) error {
		head := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		w, err := z.CreateHeader(head)
		if err == nil {
			_, err = w.Write(f.Content)
		}
		return err
	}
	if err := put(PageFile{"imsmanifest.xml", manifest(title, sheet, all)}); err != nil {
		return err
	}
	for _, f := range all {
		if err := put(f); err != nil {
			return err
		}
	}
	return z.Close()
}

func manifest(title, sheet string, files []PageFile) []byte {
	h := fnv.New64a()
	io.WriteString(h, sheet)
	if title == "" {
		title = "Hopyard"
	}
	w := fmt.Appendf(nil, `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="hopyard-%016x" version="1.0"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="hopyard">
    <organization identifier="hopyard">
      <title>%s</title>
      <item identifier="worksheet" identifierref="page" isvisible="true">
        <title>%[2]s</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="%s">
`, h.Sum64(), escaped(title), Page)
	for _, f := range files {
		w = fmt.Appendf(w, "      <file href=\"%s\"/>\n", escaped(f.Name))
	}
	return append(w, "    </resource>\n  </resources>\n</manifest>\n"...)
}

// escaped returns a text escaped for XML. Characters that are not allowed in XML
// are removed.
func escaped(text string) string {
	return string(html.Escape(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff || r == 0xfffd {
			return -1
		}
		return r
	}, text)))
}
