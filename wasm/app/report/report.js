// The curves: options from data.charts, points from data.values or data.pairs,
// colours from the style sheet, so that light and dark are one place.
const at = id => document.getElementById(id)
const charts = data.charts.map((_, i) => echarts.init(at(`chart${i}`)))
const hidden = new Set()

function shown (x, percent) {
  if (percent) x *= 100
  const size = Math.abs(x)
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3
  return x.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits})
}

// filled puts points and colours into the options of one place.
function filled (place, key, view) {
  const style = getComputedStyle(document.documentElement)
  const token = name => style.getPropertyValue(name).trim()
  const option = structuredClone(data.charts[place])
  const rows = data[view][key][place]
  const percent = view === 'values' && data.units[key] === '%'
  const scale = percent ? 100 : 1
  for (const s of option.series) {
    const [mean, half] = rows[Number(s.id.slice(1))]
    const dashed = s.id[0] === 'm' && s.lineStyle.type !== 'solid'
    s.lineStyle.color = token('--c' + s.lineStyle.color.slice(1))
    s.animation = false
    if (hidden.has(Number(s.id.slice(1)))) {
      s.data = []
    } else if (s.id[0] === 'm') {
      s.itemStyle.color = s.lineStyle.color
      s.lineStyle.opacity = s.itemStyle.opacity = dashed ? 0.6 : 1
      s.data = data.steps.map((x, i) => [x, mean[i] === null ? null : mean[i] * scale])
    } else {
      s.silent = true
      s.z = 1
      s.lineStyle.opacity = 0.55
      s.lineStyle.type = 'solid'
      s.data = data.steps.flatMap((x, i) => mean[i] === null ? [] : [[x, (mean[i] - half[i]) * scale], [x, (mean[i] + half[i]) * scale], [x, null]])
    }
  }
  const soft = token('--soft'), line = token('--line')
  option.textStyle = {fontFamily: token('--font')}
  Object.assign(option.xAxis[0], {axisLabel: {color: soft, showMinLabel: false, showMaxLabel: false}, axisLine: {lineStyle: {color: line}}, axisTick: {lineStyle: {color: line}}, splitLine: {show: false}, interval: undefined})
  Object.assign(option.yAxis[0], {axisLabel: {color: soft}, splitLine: {lineStyle: {color: line}}})
  option.tooltip = {
    ...option.tooltip, confine: true, order: 'valueAsc', backgroundColor: token('--panel'), borderColor: token('--line'),
    textStyle: {color: token('--ink'), fontSize: 12}, axisPointer: {lineStyle: {color: soft}},
    formatter: items => {
      const means = items.filter(p => p.seriesId[0] === 'm' && p.value[1] != null)
      if (!means.length) return ''
      const step = data.steps.indexOf(means[0].value[0])
      const row = p => {
        const [mean, half] = rows[Number(p.seriesId.slice(1))]
        return `<tr><td>${p.marker}${p.seriesName}</td><td>${shown(mean[step], percent)}</td><td>± ${shown(half[step], percent)}</td></tr>`
      }
      means.sort((a, b) => a.value[1] - b.value[1])
      return `<b>${data.axis} ${data.steps[step]}</b><table class="tip">${means.map(row).join('')}</table>`
    }
  }
  return option
}

function draw () {
  const key = at('figure').value, view = at('view').value
  charts.forEach((chart, i) => chart.setOption(filled(i, key, view), {notMerge: true}))
}

// hide hides the curves that any chip which is off stands for.
function hide () {
  hidden.clear()
  for (const chip of document.querySelectorAll('.chips button[aria-pressed="false"]')) {
    for (const a of chip.dataset.of.split(' ')) hidden.add(Number(a))
  }
  draw()
}

for (const chip of document.querySelectorAll('.chips button')) {
  chip.addEventListener('click', () => {
    chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') !== 'true'))
    hide()
  })
}
at('figure').addEventListener('change', draw)
at('view').addEventListener('change', draw)
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
new ResizeObserver(() => charts.forEach(chart => chart.resize())).observe(document.querySelector('.charts'))
addEventListener('hashchange', () => { const d = at(location.hash.slice(1)); if (d) d.open = true })
draw()
