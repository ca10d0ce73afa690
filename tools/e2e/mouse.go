package e2e

import (
	"context"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Grab moves the mouse to a point of the window and presses the left button.
func (p *Page) Grab(x, y float64) error {
	return p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// Move moves the mouse with the left button held.
func (p *Page) Move(x, y float64) error {
	return p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y, chromedp.ButtonLeft))
}

// Drop moves the mouse to a point and releases the left button there.
func (p *Page) Drop(x, y float64) error {
	return p.do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// RightClick clicks the right button at a point.
func (p *Page) RightClick(x, y float64) error {
	return p.do(chromedp.MouseClickXY(x, y, chromedp.ButtonRight))
}

// Downloads makes the browser save the page's downloads into a folder.
func (p *Page) Downloads(folder string) error {
	return p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		about, err := cdp.Call(ctx, t, target.GetTargetInfo, target.GetTargetInfoParams{})
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: "allow", BrowserContextID: about.TargetInfo.BrowserContextID, DownloadPath: folder,
		})
		return err
	}))
}

// Touch puts a finger down at a point of the window.
func (p *Page) Touch(x, y float64) error { return p.finger("touchStart", x, y) }

// Slide moves the finger, which must be down, to a point.
func (p *Page) Slide(x, y float64) error { return p.finger("touchMove", x, y) }

// Lift lifts the finger.
func (p *Page) Lift() error { return p.finger("touchEnd", -1, -1) }

func (p *Page) finger(kind input.DispatchTouchEventType, x, y float64) error {
	points := []*input.TouchPoint{}
	if x >= 0 {
		points = append(points, &input.TouchPoint{X: x, Y: y})
	}
	return p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return err
	}))
}
