package e2e

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keys maps names of KeyboardEvent.key to the keys of chromedp. A key that types a
// single character is named by the character.
var keys = map[string]string{
	"ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp,
	"Home": kb.Home, "End": kb.End, "PageDown": kb.PageDown, "PageUp": kb.PageUp,
	"Enter": kb.Enter, "Escape": kb.Escape, "Space": " ", "Tab": kb.Tab,
	"Backspace": kb.Backspace, "Delete": kb.Delete, "F1": kb.F1, "F2": kb.F2, "F5": kb.F5, "F8": kb.F8,
}

var modifiers = map[string]chromedp.Modifier{
	"Alt": chromedp.ModifierAlt, "Ctrl": chromedp.ModifierCtrl,
	"Meta": chromedp.ModifierMeta, "Shift": chromedp.ModifierShift,
}

// Press presses the named keys in sequence. Examples of names: "ArrowRight", "c",
// "Space" and "Ctrl+Shift+Z".
func (p *Page) Press(names ...string) error {
	for _, name := range names {
		key, mods, err := parseKey(name)
		if err != nil {
			return err
		}
		if err := p.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(mods...))); err != nil {
			return fmt.Errorf("pressing %s: %w", name, err)
		}
	}
	return nil
}

// DropFile drops a file with the given name and content on the page, by dispatching
// the events in JavaScript.
func (p *Page) DropFile(name, content string) error {
	_, err := Eval[bool](p, fmt.Sprintf(`(() => {
		const files = new DataTransfer()
		files.items.add(new File([%q], %q))
		for (const kind of ['dragenter', 'dragover', 'drop']) {
			document.getElementById('machine').dispatchEvent(new DragEvent(kind, {dataTransfer: files, bubbles: true, cancelable: true}))
		}
		return true
	})()`, content, name))
	return err
}

// DropPath drops files from disk in the middle of the page, as the browser does for a
// user. Unlike with DropFile, the content does not pass through JavaScript.
func (p *Page) DropPath(paths ...string) error {
	files := make([]string, len(paths))
	for i, path := range paths {
		var err error
		if files[i], err = filepath.Abs(path); err != nil {
			return err
		}
	}
	size, err := Eval[[2]float64](p, `[innerWidth / 2, innerHeight / 2]`)
	if err != nil {
		return err
	}
	return p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
			drag := input.DispatchDragEventParams{Type: kind, X: size[0], Y: size[1], Data: &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: 1}}
			if _, err := cdp.Call(ctx, t, input.DispatchDragEvent, drag); err != nil {
				return err
			}
		}
		return nil
	}))
}

// Type types a text into the focused element.
func (p *Page) Type(text string) error { return p.do(chromedp.KeyEvent(text)) }

// NewLine presses Enter as a real keyboard does: if the page handles the key, no
// line break is inserted. Press("Enter") always inserts one.
func (p *Page) NewLine() error {
	return p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		key := input.DispatchKeyEventParams{Type: "keyDown", Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13}
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, key)
		if err == nil {
			key.Type, key.Text = "keyUp", ""
			_, err = cdp.Call(ctx, t, input.DispatchKeyEvent, key)
		}
		return err
	}))
}

func parseKey(name string) (string, []chromedp.Modifier, error) {
	var mods []chromedp.Modifier
	rest := name
	for {
		before, after, ok := strings.Cut(rest, "+")
		mod, known := modifiers[before]
		if !ok || !known {
			break
		}
		mods, rest = append(mods, mod), after
	}
	if key, ok := keys[rest]; ok {
		return key, mods, nil
	}
	if utf8.RuneCountInString(rest) == 1 {
		return rest, mods, nil
	}
	return "", nil, fmt.Errorf("key %q: write a character or a name of KeyboardEvent.key, with Ctrl+, Shift+, Alt+ or Meta+ before it", name)
}
