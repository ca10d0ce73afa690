'use strict'
// Experiments, loaded when first wanted: their frame in place of the page's panels,
// and what their program (wasm/lab) needs of the browser. The program runs in the
// page beside the page's own, and in workers, which make the runs.
import {charts} from './lab/charts.js'
import {files} from './lab/files.js'
import {fill} from './lab/fill.js'
import {frame} from './lab/frame.js'
import {kept} from './lab/kept.js'
import {program} from './lab/program.js'
import {speech} from './lab/speech.js'
import {workers} from './lab/workers.js'

const lab = hopyard.lab = {cores: navigator.hardwareConcurrency || 1, fill}
const view = frame(lab)
const said = speech(lab, view)
Object.assign(lab, charts(lab, said), files(said), kept, workers(lab))
const run = program(lab)

// openLab opens the experiment of a scenario's text, or of a link's fragment; behind
// is the fragment of what is on the page, aim what to compare first.
hopyard.openLab = async (text, behind, aim = '') => {
  view.show(text ? behind : '')
  try {
    await Promise.all([run(), said.load()])
    await said.ready()
    if (view.shown()) lab.open(text || behind, !text, aim)
  } catch (e) {
    view.fail(e.message, () => hopyard.openLab(text, behind, aim))
  }
}
