// files are what leaves an experiment: files, and what is copied.
export const files = said => ({
  save: hopyard.save,
  hand: hopyard.hand,
  copy: text => {
    if (text.startsWith('#')) text = location.href.split('#')[0] + text
    hopyard.copy(text, done => said.say(said.t(done ? 'Copied' : 'NotCopied')))
  },
  // reports fetches the script that draws in the report, which is one file then.
  reports: async name => {
    try {
      const answer = await fetch(JSON.parse(document.getElementById('assets').textContent)['echarts.js'])
      if (!answer.ok) throw new Error(`echarts.js could not be loaded: ${answer.status}`)
      hopyard.lab.report(name, new Uint8Array(await answer.arrayBuffer()))
    } catch (e) { said.say(e.message) }
  },
})
