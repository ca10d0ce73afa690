// Package chart has the types of the options with which ECharts draws a chart: the
// curves over time, the charts of the lab and those of the reports.
//
// It uses the types of go-echarts for what is inside a chart. The chart types of
// go-echarts itself are not used, because they include templates of whole pages.
package chart

import "github.com/go-echarts/go-echarts/v2/opts"

// ChartOptions is the options object of ECharts.
type ChartOptions struct {
	Animation   bool              `json:"animation"`
	TextStyle   *opts.TextStyle   `json:"textStyle,omitempty"`
	Title       []opts.Title      `json:"title,omitempty"`
	Grid        []ChartGrid       `json:"grid"`
	XAxis       []opts.XAxis      `json:"xAxis"`
	YAxis       []opts.YAxis      `json:"yAxis"`
	Tooltip     *Tooltip          `json:"tooltip,omitempty"`
	AxisPointer *opts.AxisPointer `json:"axisPointer,omitempty"`
	Series      []Series          `json:"series"`
}

// ChartGrid extends the grid type of go-echarts. If OuterBoundsMode is not "none",
// ECharts moves the left edge of each curve by the width of its labels; in charts
// below each other, the same value would then have a different position in each.
type ChartGrid struct {
	opts.Grid
	OuterBoundsMode string `json:"outerBoundsMode,omitempty"`
}

// Tooltip extends the tooltip type of go-echarts. With the RenderMode "richText",
// the text is drawn on the canvas, because the page's security policy forbids the
// inline styles of an HTML tooltip.
type Tooltip struct {
	opts.Tooltip
	RenderMode string          `json:"renderMode,omitempty"`
	Confine    bool            `json:"confine,omitempty"`
	TextStyle  *opts.TextStyle `json:"textStyle,omitempty"`
	Padding    int             `json:"padding,omitempty"`
}

// Series is a curve, or a list of strokes that belong to one.
type Series struct {
	ID          string          `json:"id,omitempty"`
	Name        string          `json:"name,omitempty"`
	Type        string          `json:"type,omitempty"` // "line"
	XAxisIndex  int             `json:"xAxisIndex"`
	YAxisIndex  int             `json:"yAxisIndex"`
	Step        string          `json:"step,omitempty"`
	Symbol      string          `json:"symbol,omitempty"`
	SymbolSize  int             `json:"symbolSize,omitempty"`
	ShowSymbol  bool            `json:"showSymbol,omitempty"`
	Silent      bool            `json:"silent,omitempty"`
	LineStyle   *opts.LineStyle `json:"lineStyle,omitempty"`
	ItemStyle   *opts.ItemStyle `json:"itemStyle,omitempty"`
	AreaStyle   *opts.AreaStyle `json:"areaStyle,omitempty"`
	MarkLine    *MarkLine       `json:"markLine,omitempty"`
	EndLabel    *EndLabel       `json:"endLabel,omitempty"`
	LabelLayout *LabelLayout    `json:"labelLayout,omitempty"`
	Data        any             `json:"data,omitempty"` // a list of ChartPoints, or a placeholder
}

// ChartPoint is a point of a series.
type ChartPoint struct {
	Name      string          `json:"name,omitempty"`
	Value     []any           `json:"value"`
	ItemStyle *opts.ItemStyle `json:"itemStyle,omitempty"`
}

// MarkLine extends the type of go-echarts for lines across a chart.
type MarkLine struct {
	opts.MarkLines
	Silent    bool `json:"silent"`
	Animation bool `json:"animation"`
}

// EndLabel is the label at the end of a curve.
type EndLabel struct {
	Show       bool   `json:"show"`
	Formatter  string `json:"formatter"`
	Color      string `json:"color"`
	FontWeight int    `json:"fontWeight"`
	FontSize   int    `json:"fontSize"`
	LineHeight int    `json:"lineHeight"`
	Width      int    `json:"width"`
	Overflow   string `json:"overflow"`
}

// LabelLayout is the rule by which labels avoid each other.
type LabelLayout struct {
	MoveOverlap string `json:"moveOverlap"`
}
