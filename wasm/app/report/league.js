// The chart of mean ranks; colours from the style sheet, so that light and dark are
// one place.
const place = document.getElementById('ranks')
place.style.height = `${data.yAxis[0].data.length * 24 + 60}px`
const chart = echarts.init(place)

function draw () {
  const style = getComputedStyle(document.documentElement)
  const token = name => style.getPropertyValue('--' + name).trim()
  const option = JSON.parse(JSON.stringify(data), (_, value) => typeof value === 'string' && value[0] === '$' ? token(value.slice(1)) : value)
  const soft = token('soft'), line = token('line')
  option.textStyle = {fontFamily: token('font')}
  Object.assign(option.xAxis[0], {nameTextStyle: {color: soft}, axisLabel: {color: soft}, axisLine: {lineStyle: {color: line}}, splitLine: {lineStyle: {color: line}}})
  Object.assign(option.yAxis[0], {axisLabel: {color: token('ink'), interval: 0}, axisLine: {lineStyle: {color: line}}, axisTick: {show: false}})
  chart.setOption(option, {notMerge: true})
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
new ResizeObserver(() => chart.resize()).observe(place)
draw()
