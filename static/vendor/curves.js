// The parts of Apache ECharts that the page's curves need, as one script that
// sets globalThis.echarts: a quarter less to send than echarts.js, which has what
// reports of experiments draw, too. What is missing here fails with "Component
// series.X is used but not imported": add it to both lists.
import {LineChart} from 'echarts/charts';
import {
  AriaComponent, AxisPointerComponent, GridComponent, MarkLineComponent, TitleComponent, TooltipComponent,
} from 'echarts/components';
import {init, use, version} from 'echarts/core';
import {CanvasRenderer} from 'echarts/renderers';

use([
  LineChart,
  AriaComponent, AxisPointerComponent, GridComponent, MarkLineComponent, TitleComponent, TooltipComponent,
  CanvasRenderer,
]);

globalThis.echarts = {init, version};
