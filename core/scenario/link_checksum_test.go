package scenario

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"hopyard/core/jsondoc"
	"hopyard/core/linkcodec"
)

// signs are the characters with which the tests replace a letter of a link. They
// are all characters of base64url, and some that have a meaning in links or chats.
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.&#=+/% é"

// without removes the checksum from a link. The result is a link as older versions
// wrote it.
func without(t *testing.T, link string) string {
	t.Helper()
	head, rest, more := strings.Cut(link, "&")
	old, sum := head[:len(head)-linkcodec.ChecksumLength-1], head[len(head)-linkcodec.ChecksumLength-1:]
	if sum[0] != '.' {
		t.Fatalf("no checksum: %s", link)
	}
	if more {
		old += "&" + rest
	}
	return old
}

// TestEveryChangedLetterIsFound changes each letter of a link to each of the signs.
// It checks that the link is always refused with an error about the link. It also
// checks that without the checksum some of these links would open as another
// scenario.
func TestEveryChangedLetterIsFound(t *testing.T) {
	s := mustParse(t, `{"hopyard": 1, "cluster": {"topology": {"kind": "flat", "nodes": 4}}, "jobs": [{"id": 1, "nodes": 2, "walltime": 60}]}`)
	quiet := 0
	for _, plain := range []bool{false, true} {
		link := encode(t, SharedLink{Scenario: s, Plain: plain})
		bare := without(t, link)
		for at := 1; at < len(link); at++ { // begin after the #, which may be left out
			for _, sign := range signs {
				changed := link[:at] + string(sign) + link[at+1:]
				if changed == link {
					continue
				}
				l, err := DecodeLink(changed)
				var all jsondoc.Errors
				if !errors.As(err, &all) || l.Scenario != nil {
					t.Fatalf("letter %d changed to %q opens: %s", at, sign, changed)
				}
				if e := &all[0]; !strings.HasPrefix(e.Place, "link") || e.Problem == "" || e.Fix == "" {
					t.Fatalf("letter %d changed to %q: %v", at, sign, err)
				}
				if at < len(bare) {
					if l, err := DecodeLink(bare[:at] + string(sign) + bare[at+1:]); err == nil && !bytes.Equal(l.Scenario.Canonical(), s.Canonical()) {
						quiet++
					}
				}
			}
		}
	}
	if quiet == 0 {
		t.Error("no changed link without a checksum opens: the checksum is for nothing")
	}
	t.Logf("without a checksum %d changed links open as another scenario", quiet)
}

// TestCutAndSwappedLinksAreFound checks that a link is refused if two neighbouring
// letters are swapped, if a letter is missing, or if its end is missing.
func TestCutAndSwappedLinksAreFound(t *testing.T) {
	link := encode(t, SharedLink{Scenario: realistic(50, 1)})
	for at := 1; at < len(link)-1; at++ {
		if swapped := link[:at] + link[at+1:at+2] + link[at:at+1] + link[at+2:]; swapped != link {
			if _, err := DecodeLink(swapped); err == nil {
				t.Errorf("letters %d and %d changed places", at, at+1)
			}
		}
		if _, err := DecodeLink(link[:at] + link[at+1:]); err == nil {
			t.Errorf("letter %d is missing", at)
		}
		if cut := link[:at+1]; cut != without(t, link) { // without the checksum, it is a valid link of an older version
			if _, err := DecodeLink(cut); err == nil {
				t.Errorf("cut behind letter %d", at)
			}
		}
	}
}

// TestLinksWithoutChecksum checks that links without a checksum still open. Such
// links come from older versions or are made by hand. It also checks that
// parameters can be appended by hand to any link.
func TestLinksWithoutChecksum(t *testing.T) {
	s := mustParse(t, good)
	for _, plain := range []bool{false, true} {
		link := encode(t, SharedLink{Scenario: s, Plain: plain})
		for _, text := range []string{without(t, link), link + "&at=0.0&predict=1", without(t, link) + "&at=0.0&predict=1"} {
			l, err := DecodeLink(text)
			if err != nil || !bytes.Equal(l.Scenario.Canonical(), s.Canonical()) {
				t.Errorf("%v: %s", err, text)
			}
		}
		if rest, err := linkcodec.CutChecksum(link + "&at=0.0"); err != nil || rest != without(t, link) {
			t.Errorf("CutChecksum: %q, %v", rest, err)
		}
		if rest, err := linkcodec.CutChecksum(without(t, link)); err != nil || rest != without(t, link) {
			t.Errorf("CutChecksum of a link without: %q, %v", rest, err)
		}
	}
	if _, err := linkcodec.CutChecksum("#1.z.AAAA.AAAA"); err == nil || !strings.Contains(err.Error(), "a letter of the link was changed") {
		t.Errorf("CutChecksum: %v", err)
	}
}

// TestDesignLinksHaveChecksums checks that a changed letter in a link to an
// experiment is detected, and that such links also open without a checksum.
func TestDesignLinksHaveChecksums(t *testing.T) {
	link, err := EncodeDesign([]byte(goodDesign))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := DecodeDesign(link[:len(link)-linkcodec.ChecksumLength-1]); err != nil {
		t.Errorf("of before: %v", err)
	}
	for at := 5; at < len(link); at++ {
		other := byte('A')
		if link[at] == other {
			other = 'B'
		}
		if _, err := DecodeDesign(link[:at] + string(other) + link[at+1:]); err == nil {
			t.Fatalf("letter %d changed opens", at)
		}
	}
}
