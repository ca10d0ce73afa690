package plot

import (
	"bytes"
	_ "embed"
	"html/template"

	"hopyard/tools/hopyard/chartscript"
	"hopyard/wasm/app"
	"hopyard/wasm/app/curves"
	"hopyard/wasm/app/curves/option"
	"hopyard/wasm/app/report"
	"hopyard/wasm/draw"
	"hopyard/web/picture"
)

//go:embed page.html
var pageText string

// page is the data for the template of a page.
type page struct {
	Language, Title, Caption, About string
	Picture                         template.HTML // "" for curves
	Height                          int           // of the curves, in pixels
	ECharts, Options                template.JS
}

// page returns a page with the picture. It needs no other file and no network. Curves are
// drawn by ECharts with the page's options, so that values can be read off.
func (o *plotOptions) page(m *app.App) ([]byte, error) {
	p := page{Language: m.Words.Code, Title: m.Export.FileTitle()}
	if o.of == ofCurves {
		if err := p.addCurves(m); err != nil {
			return nil, err
		}
	} else {
		drawn, err := o.svg(m)
		if err != nil {
			return nil, err
		}
		p.Picture = template.HTML(drawn)
	}
	var out bytes.Buffer
	err := template.Must(template.New("").Parse(pageText)).Execute(&out, p)
	return out.Bytes(), err
}

// addCurves adds what the curves need.
func (p *page) addCurves(m *app.App) error {
	echarts, err := chartscript.ECharts()
	if err != nil {
		return err
	}
	options, err := option.Template()
	if err != nil {
		return err
	}
	palette := picture.Palette()
	drawn := curves.Picture{
		Points: m.Run.Curve, Last: m.Run.Last, Now: m.Now(), Sharing: m.Shares(), Words: m.Words,
		Colours: curves.Colours{Ink: palette[draw.Ink], Soft: palette[draw.Soft], Line: palette[draw.Line], Panel: palette[draw.Panel], Accent: palette[draw.Accent]},
	}
	p.Caption, p.About, p.Height = m.Export.Caption(), m.Figures.CurvesText(), curves.Height(curves.Shown(drawn.Sharing))
	p.ECharts, p.Options = report.Embeddable(echarts), report.Embeddable(drawn.Options(string(options)))
	return nil
}
