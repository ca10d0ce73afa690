// The editor of text, loaded when it is first wanted. Until it is there, and
// where it cannot be loaded, the plain text field is what one types in.
import {script} from './script.js'

hopyard.speakCode = options => hopyard.code?.speak(JSON.parse(options))
hopyard.openCode = (host, field, options, done) => {
  script('editor.js').then(() => { if (!hopyard.code) hopyard.newCode(host, field, JSON.parse(options)); done() }, () => {})
}

// The editor of policies is a part of it.
hopyard.speakPolicy = options => hopyard.policy?.speak(JSON.parse(options))
hopyard.policyHelp = entries => { hopyard.policyEntries = entries } // until it is there
hopyard.openPolicy = (host, field, options, done) => {
  script('editor.js').then(() => { if (!hopyard.policy) hopyard.newPolicy(host, field, JSON.parse(options)); done() }, () => {})
}
