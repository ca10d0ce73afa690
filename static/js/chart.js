// ECharts, loaded when it is first wanted: after the first schedule is on
// screen. Go makes the options, as JSON; here they are shown.
const assets = () => JSON.parse(document.getElementById('assets').textContent)
let loading
function load () {
  loading ||= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = assets()['curves.js']
    script.onload = () => resolve(globalThis.echarts)
    script.onerror = () => reject(new Error('curves.js could not be loaded'))
    document.head.append(script)
  })
  return loading
}

// template fetches the options that go-echarts made, as text.
hopyard.template = async done => {
  const answer = await fetch(assets()['curves.json'])
  if (!answer.ok) throw new Error(`curves.json could not be loaded: ${answer.status}`)
  done(await answer.text())
}

// words is the text of a tooltip: the moment, then each curve, with their units
// as the axes have them. It is drawn on the canvas; HTML would need inline styles.
const words = options => list => {
  const say = (axis, v) => axis.axisLabel.formatter.replace('{value}', v.toLocaleString(document.documentElement.lang, {maximumFractionDigits: 2}))
  return [say(options.xAxis.at(-1), list[0].axisValue), ...list.sort((a, b) => a.seriesIndex - b.seriesIndex)
    .map(s => `${s.seriesName}: ${say(options.yAxis[s.seriesIndex], s.value[1])}`)].join('\n')
}

let chart, size
hopyard.chart = async (element, options) => {
  const echarts = await load()
  if (!chart) {
    chart = echarts.init(element, null, {renderer: 'canvas'})
    size = new ResizeObserver(() => chart.resize())
    size.observe(element)
  }
  const o = JSON.parse(options)
  o.tooltip.formatter = words(o)
  chart.setOption(o, {notMerge: true, lazyUpdate: true})
}
// mark moves the cursor of all curves; it is a small change of the options.
hopyard.chartMark = options => { if (chart) chart.setOption(JSON.parse(options), {lazyUpdate: true}) }
