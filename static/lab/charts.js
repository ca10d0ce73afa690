import {script} from '../js/script.js'

// The curves, by ECharts in full, since they leave the page as pictures, too. Their
// points are reached by the arrow keys, and opened by Enter.
const shown = {} // by element: its chart, and what the options say
const points = of => of.series.map((s, n) => ({n, s})).filter(({s}) => !s.silent)
const there = d => (d?.value ?? d)?.[1] != null

export function charts (lab, said) {
  let latest = {}
  const load = () => script('echarts.js').then(() => globalThis.echarts)
  const draw = async (id, text) => {
    latest[id] = text
    const element = document.getElementById(id)
    element.parentElement.classList.toggle('empty', !text)
    element.hidden = !text
    if (!text) return
    const echarts = await load()
    if (latest[id] !== text) return // there is a newer one
    const of = shown[id] ??= begin(echarts, id, element)
    of.options = JSON.parse(text)
    of.chart.setOption(of.options, {notMerge: true, lazyUpdate: true})
    mark(of)
  }
  const begin = (echarts, id, element) => {
    const chart = echarts.init(element, null, {renderer: 'canvas'}), of = {id, chart, at: null}
    chart.on('click', e => { if (e.componentType === 'series') lab.point(id, e.seriesIndex, e.dataIndex) })
    new ResizeObserver(() => { if (element.clientWidth) chart.resize() }).observe(element)
    element.addEventListener('keydown', e => key(of, e))
    element.addEventListener('blur', () => { unmark(of); of.at = null; chart.dispatchAction({type: 'hideTip'}) })
    return of
  }
  const unmark = of => { if (of.at) of.chart.dispatchAction({type: 'downplay', seriesIndex: of.at[0]}) }
  const mark = of => {
    if (!of.at) return
    const [seriesIndex, dataIndex] = of.at
    of.chart.dispatchAction({type: 'highlight', seriesIndex, dataIndex})
    of.chart.dispatchAction({type: 'showTip', seriesIndex, dataIndex})
  }
  const key = (of, e) => {
    const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1e6], End: [0, 1e6]}[e.key]
    const curves = points(of.options)
    if (!curves.length) return
    if (e.key === 'Enter' && of.at) {
      e.preventDefault()
      lab.point(of.id, ...of.at)
      document.getElementById('lab-point').focus()
    }
    if (!step) return
    e.preventDefault()
    unmark(of)
    let c = Math.max(0, curves.findIndex(({n}) => n === of.at?.[0])), i = of.at?.[1] ?? -1
    const data = () => curves[c].s.data
    if (of.at) {
      c = (c + step[0] + curves.length) % curves.length
      i = Math.min(Math.max(i + step[1], 0), data().length - 1)
    } else i = e.key === 'End' || e.key === 'ArrowLeft' ? data().length - 1 : 0
    while (i > 0 && !there(data()[i])) i--
    while (i < data().length - 1 && !there(data()[i])) i++
    of.at = [curves[c].n, i]
    mark(of)
    said.say(data()[i]?.name ?? '')
  }
  // picture saves a chart as it is on screen.
  const picture = async (id, name, kind) => {
    const of = shown[id]
    if (!of) return
    const echarts = await load(), {clientWidth: width, clientHeight: height} = document.getElementById(id)
    if (kind === 'png') { // by a canvas: the policy forbids to fetch data: URLs
      const canvas = of.chart.renderToCanvas({pixelRatio: 2, backgroundColor: colour('--panel')})
      return canvas.toBlob(blob => lab.hand(name, blob), 'image/png')
    }
    const svg = echarts.init(null, null, {renderer: 'svg', ssr: true, width, height})
    svg.setOption({...of.options, animation: false, backgroundColor: colour('--panel')})
    lab.hand(name, new Blob([svg.renderToSVGString()], {type: 'image/svg+xml'}))
    svg.dispose()
  }

  // Colours as a canvas takes them: custom properties may hold light-dark(…).
  const probe = document.createElement('i')
  probe.hidden = true
  document.getElementById('lab').append(probe)
  const colour = name => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const repaint = () => { if (lab.recolor && !document.getElementById('lab').hidden) lab.recolor() }
  new MutationObserver(repaint).observe(document.documentElement, {attributes: true, attributeFilter: ['data-theme', 'data-palette']})
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint)
  return {
    chart: (id, text) => { draw(id, text).catch(e => said.say(e.message)) },
    picture: (id, name, kind) => { picture(id, name, kind).catch(e => said.say(e.message)) },
    colours: series => ({
      ...Object.fromEntries(['ink', 'soft', 'line', 'panel', 'accent', 'good', 'bad'].map(n => [n, colour(`--${n}`)])),
      series: series.map(colour),
    }),
  }
}
