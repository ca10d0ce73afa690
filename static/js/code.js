// The editor of text, loaded when it is first wanted. Until it is there, and
// where it cannot be loaded, the plain text field is what one types in.
let coding
hopyard.openCode = (host, field, options, done) => {
  coding ||= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = JSON.parse(document.getElementById('assets').textContent)['editor.js']
    script.onload = resolve
    script.onerror = () => { script.remove(); coding = null; reject(new Error('editor.js could not be loaded')) }
    document.head.append(script)
  })
  coding.then(() => { if (!hopyard.code) hopyard.newCode(host, field, JSON.parse(options)); done() }, () => {})
}
