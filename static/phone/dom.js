// What the phones' pages build their elements with. Texts become text nodes: nothing
// that comes from a room is ever read as HTML.

export const byId = id => document.getElementById(id)

// el makes an element. Attributes that are false, null or undefined are left out,
// true stands for an empty one, and functions listen: {onclick: f}.
export function el (kind, attributes = {}, ...children) {
  const element = document.createElement(kind)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value !== false && value != null) element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children.flat(Infinity).filter(child => child !== '' && child != null && child !== false))
  return element
}

// put sets a text, unless it is there already: a screen reader would say it again.
export function put (element, text) {
  if (element.textContent !== text) element.textContent = text
}

// What comes from a room may be anything; text and list make of it what is expected.
export const text = value => typeof value === 'string' || typeof value === 'number' ? String(value) : ''
export const list = value => Array.isArray(value) ? value.slice(0, 200) : []
