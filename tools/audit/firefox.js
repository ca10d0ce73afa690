// What a reader does with the built page, in Firefox: steps through a lesson,
// reads why, edits, undoes, compares, shares, and comes back by the link.
//
//   FIREFOX_PATH=… node firefox.js [journey, parts, looks or phone]
//
// What differs from Chromium in firefox-esr 153, looked at side by side:
//   - text-wrap: pretty is not known: the last line of a sentence may be one word.
//   - Beside a mouse scrollbars take room, thin ones (scrollbar-width) 8 px: a panel
//     that scrolls is narrower than one that does not, and a page of phone width
//     with such a scrollbar has 378 px. They take their colours from
//     scrollbar-color; without it they are white on dark panels.
//   - The text of a select is cut off at its line height, so that needs room for
//     the foot of a g.
//   - A focused text field shows its selection from the end: a long link in the
//     share dialog is scrolled to its end.
import assert from 'node:assert/strict'
import {mkdirSync, readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import puppeteer from 'puppeteer-core'
import {Reader, ready, settled} from './reader.js'
import {between, serve, within} from './site.js'

const folder = fileURLToPath(new URL('../../.cache/firefox/', import.meta.url))
const picture = (r, name) => r.page.screenshot({path: `${folder}${name}.png`})
const another = (r, run) => r.when(`document.documentElement.dataset.run !== '${run}'`)
const said = async r => (await Promise.all(['why-sentence', 'queue-list', 'clock', 'machine-note'].map(id => r.text(id)))).join('\n')

async function opensALesson (r) {
  const run = await r.data('run')
  await r.press('g')
  await r.when(`document.activeElement.matches('[data-lesson="0"]')`)
  await picture(r, 'gallery')
  await r.press('ArrowRight', 'Enter')
  await another(r, run)
  assert.ok(await r.ask('document.documentElement.scrollHeight <= innerHeight'), 'the page scrolls, which is one screen')
}

async function steps (r) {
  await r.press('Home')
  await r.when(`document.documentElement.dataset.step === '0'`)
  const texts = []
  for (let i = 0; i < 3; i++) {
    const step = await r.data('step')
    if (i % 2) await r.press('ArrowRight')
    else await r.click('#t-forward')
    await r.when(`+document.documentElement.dataset.step > ${step}`)
    texts.push(await said(r))
  }
  const step = await r.data('step')
  await r.press('ArrowLeft')
  await r.when(`+document.documentElement.dataset.step < ${step}`)
  assert.equal(await said(r), texts[1], 'a step back says something else than before')
  const why = await r.text('why-sentence')
  assert.match(why, /^Job \d+ .{12,}/, 'the reason')
  await r.when(`document.getElementById('status').textContent !== ''`)
  console.log(`read: ${why}`)
}

async function editsAndUndoes (r) {
  const text = await said(r)
  let run = await r.data('run')
  await r.press('e')
  await r.when(`document.getElementById('editor').open`)
  await r.click('[data-block="jobs"]')
  await r.click('[data-path="jobs[0].nodes"]')
  await r.ask(`document.activeElement.select()`)
  await r.page.keyboard.type('1')
  await r.press('Tab')
  await another(r, run)
  await r.when(`document.getElementById('why-changed').textContent !== ''`)
  console.log(`edited: ${await r.text('why-changed')}`)
  await picture(r, 'form')
  await r.click('#tab-text')
  await r.when(`document.querySelector('#edit-code')?.shadowRoot?.querySelector('.cm-line')`)
  assert.equal(await r.ask(`getComputedStyle(document.querySelector('#edit-code').shadowRoot.querySelector('.cm-content')).whiteSpaceCollapse`),
    'break-spaces', 'the styles of the text editor (a sheet adopted by its shadow root)')
  await picture(r, 'text')
  run = await r.data('run')
  await r.click('#editor .dialog-head button:last-of-type')
  await r.when(`!document.getElementById('editor').open`)
  await r.press('Control+z')
  await another(r, run)
  assert.equal(await said(r), text, 'what is undone')
}

const alone = `document.documentElement.dataset.step + document.getElementById('why-sentence').innerText`
const beside = `document.documentElement.dataset.moment + [...document.querySelectorAll('.compare-columns output, .compare-columns [id$=why], .compare-columns [id$=jobs]'),
  document.getElementById('compare-differs')].map(e => e.innerText).join('\\n')`

async function compares (r) {
  await r.press('c')
  await r.when(`document.querySelectorAll('.compare-column').length === 2 && ${settled}`)
  await r.click('[data-compare="first"]')
  await r.when(`${settled} && +document.documentElement.dataset.moment > 0 && document.getElementById('compare-differs').textContent !== ''`)
  await picture(r, 'compare')
}

// shares copies the link, as the dialog has it, and returns it.
async function shares (r) {
  await r.click('#share-open')
  await r.when(`document.getElementById('share')?.open && document.getElementById('share-url').value`)
  await r.ask(`(() => {
    const write = navigator.clipboard.writeText.bind(navigator.clipboard)
    navigator.clipboard.writeText = async text => { await write(text); globalThis.copied = text }
  })()`)
  await r.click('#share-copy')
  await r.when('globalThis.copied')
  const link = await r.ask('copied')
  assert.equal(link, await r.ask(`document.getElementById('share-url').value`), 'what is copied')
  await picture(r, 'share')
  await r.press('Escape')
  return link
}

// arrives opens a link with empty storage: it is the same run, and all that is
// seen there, an expression, is the same.
async function arrives (r, browser, link, seen) {
  const fresh = await Reader.open(browser, link, r.problems)
  await fresh.when(`${ready} || ${settled}`)
  const place = `document.documentElement.dataset.trace + '\\n' + ${seen}`
  const here = await r.ask(place)
  await fresh.when(`${place} === ${JSON.stringify(here)}`).catch(async e => {
    assert.equal(await fresh.ask(place), here, `the link ${link} shows something else`)
    throw e
  })
  assert.match(await fresh.data('trace'), /^[0-9a-f]{8}/)
  await fresh.close()
}

async function journey (browser, address, problems) {
  const r = await Reader.open(browser, `${address}/`, problems)
  await r.when(ready)
  console.log(`first schedule after ${Math.round(await r.data('first'))} ms`)
  await picture(r, 'first')
  await opensALesson(r)
  await steps(r)
  await arrives(r, browser, await shares(r), alone)
  await editsAndUndoes(r)
  await compares(r)
  await arrives(r, browser, await shares(r), beside)
  await r.close()
}

// The rest of the program comes late: what needs it waits for it and goes on.
// Then the network goes, and the page opens from what it has kept.
async function parts (browser, address, problems) {
  const network = await between(address, path => path.startsWith('/rest.') ? 1500 : 0)
  try {
    const r = await Reader.open(browser, `${network.address}/`, problems)
    await r.when(ready)
    await r.press('e')
    await r.when(`document.getElementById('editor').open`)
    assert.match(await r.data('early'), /^page \d+$/, 'the rest of the program was not needed early')
    await r.press('Escape', 'End')
    await r.when(`document.getElementById('why-sentence').textContent.includes('Every job has ended')`)
    await r.when(`document.documentElement.dataset.offline`)
    network.stop()
    await r.page.reload()
    await r.when(ready)
    await r.press('ArrowRight')
    await r.when(`document.getElementById('status').textContent !== ''`)
    await r.close()
  } finally {
    network.stop()
  }
}

// phone is a voter's in a room: it joins, votes, changes its mind, is loaded anew, votes
// again and is told the answer. It counts once in each vote.
async function phone (browser, address, problems) {
  const example = name => JSON.parse(readFileSync(new URL(`../e2e/testdata/room/${name}.json`, import.meta.url), 'utf8'))
  const json = {'Content-Type': 'application/json'}
  const made = await fetch(`${address}/api/rooms`, {method: 'POST', headers: json, body: '{}'}), room = await made.json()
  assert.equal(made.status, 201, 'a room')
  const host = {...json, Authorization: `Bearer ${room.secret}`}
  const tell = async name => {
    const told = await fetch(`${address}/api/rooms/${room.code}`, {method: 'PUT', headers: host, body: JSON.stringify(example(name))})
    assert.equal(told.status, 204, name)
  }
  const says = text => r.when(`document.body.innerText.includes(${JSON.stringify(text)})`)
  const sends = async answer => {
    await r.when(`document.querySelector('input[value="${answer}"]')`)
    await r.click(`label:has(input[value="${answer}"])`)
    await r.click('#send')
    await r.when(`document.getElementById('send').classList.contains('sent')`)
  }
  await tell('wait')
  const r = await Reader.open(browser, `${address}/vote.html#${room.code}`, problems)
  await r.page.setViewport({width: 390, height: 844})
  await says('You are in.')
  await tell('vote')
  await sends('4')
  await sends('5')
  await picture(r, 'vote')
  await r.page.reload()
  await r.when(`document.getElementById('send').classList.contains('sent')`)
  await tell('discuss')
  await says('Talk to your neighbour.')
  await tell('revote')
  await sends('5')
  await tell('reveal')
  await says('Job 5 starts.')
  await picture(r, 'reveal')
  assert.ok(await r.ask('document.documentElement.scrollWidth <= 390'), 'the page is wider than a phone')
  const counted = await (await fetch(`${address}/api/rooms/${room.code}/votes?since=0`, {headers: host})).json()
  assert.equal(counted.joined, 1, 'joined')
  assert.deepEqual(counted.votes.map(([question, round, voter, answer]) => [question, round, voter, answer]), [[1, 1, 1, '4,5'], [1, 2, 1, '5']])
  await r.close()
}

// Themes and sizes: nothing is wider than a phone, and dark is dark.
async function looks (browser, address, problems) {
  const r = await Reader.open(browser, `${address}/`, problems)
  await r.when(ready)
  await r.page.setViewport({width: 390, height: 844})
  await r.when('innerWidth === 390')
  await picture(r, 'phone')
  assert.ok(await r.ask('document.documentElement.scrollWidth <= 390'), 'the page is wider than a phone')
  await r.page.setViewport({width: 1280, height: 800})
  const light = await r.ask('getComputedStyle(document.body).backgroundColor')
  await r.press('t')
  await r.when(`getComputedStyle(document.body).backgroundColor !== '${light}'`)
  await picture(r, 'dark')
  await r.close()
}

mkdirSync(folder, {recursive: true})
const {address, stop} = await serve({rooms: true})
const problems = [], only = process.argv[2]
let browser
try {
  browser = await puppeteer.launch({browser: 'firefox', executablePath: process.env.FIREFOX_PATH, headless: true})
  console.log(await browser.version())
  for (const part of [journey, parts, looks, phone].filter(part => !only || part.name === only)) {
    const began = Date.now()
    await within(120, part(browser, address, problems))
    console.log(`${part.name}: ${((Date.now() - began) / 1000).toFixed(1)} s`)
  }
  assert.deepEqual(problems, [])
  console.log(`pictures: ${folder}`)
} catch (e) {
  console.error(`firefox: ${e.stack}`, ...problems.map(p => `\n${p}`))
  process.exitCode = 1
} finally {
  await browser?.close()
  stop()
}
