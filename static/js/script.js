// Parts of the page that come when they are first wanted.
const coming = {}

// script loads one of the build's scripts. Where it cannot be loaded, the next call
// tries again.
export function script (name) {
  return coming[name] ||= new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = JSON.parse(document.getElementById('assets').textContent)[name]
    element.onload = resolve
    element.onerror = () => { element.remove(); coming[name] = null; reject(new Error(`${name} could not be loaded`)) }
    document.head.append(element)
  })
}
