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

let chart, size
hopyard.chart = async (element, options) => {
  const echarts = await load()
  if (!chart) {
    chart = echarts.init(element, null, {renderer: 'canvas'})
    size = new ResizeObserver(() => chart.resize())
    size.observe(element)
  }
  chart.setOption(JSON.parse(options), {notMerge: true, lazyUpdate: true})
}
// mark moves the cursor of all curves; it is a small change of the options.
hopyard.chartMark = options => { if (chart) chart.setOption(JSON.parse(options), {lazyUpdate: true}) }
