// Lighthouse's judgement of the built page: desktop preset, over loopback, each
// run in a new profile. Performance hangs on what else the machine does, so it is
// the median of the runs; of the others the worst counts.
//
//   CHROME_PATH=… node lighthouse.js [runs]
import {mkdirSync, writeFileSync} from 'node:fs'
import {loadavg} from 'node:os'
import {fileURLToPath} from 'node:url'
import lighthouse, {desktopConfig} from 'lighthouse'
import puppeteer from 'puppeteer-core'
import {serve, unsandboxed, within} from './site.js'

const least = {performance: 95, accessibility: 95, 'best-practices': 95, seo: 0}
const folder = fileURLToPath(new URL('../../.cache/lighthouse/', import.meta.url))
const times = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time', 'cumulative-layout-shift']

async function judge (address) {
  const browser = await puppeteer.launch({executablePath: process.env.CHROME_PATH, headless: true, args: unsandboxed})
  try {
    const flags = {port: +new URL(browser.wsEndpoint()).port, output: ['json', 'html'], logLevel: 'error'}
    return await lighthouse(`${address}/`, flags, desktopConfig)
  } finally {
    await browser.close()
  }
}

// failed lists the audits that a score could be better by, or that found
// something without counting; each once.
function failed (results) {
  const found = new Map()
  for (const {categories, audits} of results) {
    for (const {id, auditRefs} of Object.values(categories)) {
      for (const ref of auditRefs) {
        const a = audits[ref.id]
        if (a.score === null || a.score >= 0.995) continue
        found.set(a.id, `  ${id}: ${a.title} (${a.id}, ${Math.round(100 * a.score)}, weight ${ref.weight}) ${a.displayValue ?? ''}`)
      }
    }
  }
  return [...found.values()]
}

async function audit (address, runs) {
  mkdirSync(folder, {recursive: true})
  const results = [], scores = {}
  for (let i = 1; i <= runs; i++) {
    const {lhr, report} = await judge(address)
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    results.push(lhr)
    writeFileSync(`${folder}${i}.json`, report[0])
    writeFileSync(`${folder}${i}.html`, report[1])
    for (const {id, score} of Object.values(lhr.categories)) (scores[id] ??= []).push(Math.round(100 * score))
    console.log(`run ${i}, load average ${loadavg()[0].toFixed(1)}: ${times.map(t => `${lhr.audits[t].title} ${lhr.audits[t].displayValue}`).join(', ')}`)
  }
  let bad = false
  for (const [id, all] of Object.entries(scores)) {
    const sorted = all.toSorted((a, b) => a - b)
    const score = id === 'performance' ? sorted[sorted.length >> 1] : sorted[0]
    bad ||= score < least[id]
    console.log(`${id}: ${score} (${all.join(', ')})${score < least[id] ? `, less than ${least[id]}` : ''}`)
  }
  console.log(['could be better:', ...failed(results)].join('\n'))
  console.log(`reports: ${folder}`)
  if (bad) process.exitCode = 1
}

const runs = +(process.argv[2] ?? 3)
const {address, stop} = await serve()
try {
  await within(120 * runs, audit(address, runs))
} catch (e) {
  console.error(`lighthouse: ${e.message}`)
  process.exitCode = 1
} finally {
  stop()
}
