// The parts of Apache ECharts that the curves, bars, boxes and heat maps of
// reports and experiments need, as one script that sets globalThis.echarts. The page's own curves
// make do with curves.js. A chart type that is missing here fails with "Component
// series.X is used but not imported": add it to both lists.
import {BarChart, BoxplotChart, CustomChart, HeatmapChart, LineChart, ScatterChart} from 'echarts/charts';
import {
  AriaComponent, AxisPointerComponent, DatasetComponent, DataZoomComponent, GridComponent, LegendComponent,
  MarkAreaComponent, MarkLineComponent, MarkPointComponent, TitleComponent, TooltipComponent, VisualMapComponent,
} from 'echarts/components';
import {
  connect, disconnect, dispose, getInstanceByDom, init, registerCustomSeries, registerLocale, registerTheme, use, version,
} from 'echarts/core';
import {LabelLayout} from 'echarts/features';
import {CanvasRenderer, SVGRenderer} from 'echarts/renderers';

use([
  BarChart, BoxplotChart, CustomChart, HeatmapChart, LineChart, ScatterChart,
  AriaComponent, AxisPointerComponent, DatasetComponent, DataZoomComponent, GridComponent, LegendComponent,
  MarkAreaComponent, MarkLineComponent, MarkPointComponent, TitleComponent, TooltipComponent, VisualMapComponent,
  CanvasRenderer, LabelLayout, SVGRenderer,
]);

globalThis.echarts = {
  connect, disconnect, dispose, getInstanceByDom, init, registerCustomSeries, registerLocale, registerTheme, version,
};
