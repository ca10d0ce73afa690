//go:build js && wasm

package main

import "hopyard/wasm/app/lab"

// carryOut executes the orders of the experiment.
func (d *controller) carryOut(orders []lab.Order) {
	for _, o := range orders {
		switch o.Kind {
		case lab.SaveFile:
			d.glue.Call("save", o.Name, o.Type, o.Text)
		case lab.SavePNG:
			d.glue.Call("picture", o.Text, o.Name, "png")
		case lab.SaveSVG:
			d.glue.Call("picture", o.Text, o.Name, "svg")
		case lab.SaveReport:
			d.glue.Call("reports", o.Name)
		case lab.OpenLink:
			d.keep()
			d.glue.Call("leave", o.Text)
		case lab.CopyText:
			d.glue.Call("copy", o.Text)
		case lab.Leave:
			d.keep()
			d.glue.Call("leave", "")
		case lab.Replace:
			d.glue.Call("dismiss", o.Worker)
		case lab.Say:
			d.glue.Call("say", o.Text)
		}
	}
}

// report saves the experiment's report, which contains the chart library for its
// pictures.
func (d *controller) report(name string, echarts []byte) {
	page, err := d.lab.Report(echarts)
	if err != nil {
		d.glue.Call("say", err.Error())
		return
	}
	d.glue.Call("save", name, "text/html", string(page))
}
