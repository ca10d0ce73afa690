// Files that leave the page: a text, or a picture that is painted from SVG. A
// link with a blob is what browsers take for a download.
const hand = hopyard.hand = (name, blob) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
hopyard.save = (name, type, text) => hand(name, new Blob([text], {type: type + ';charset=utf-8'}))

hopyard.savePNG = async (name, svg, w, h, done) => {
  const source = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}))
  try {
    const picture = new Image()
    picture.src = source
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(w)
    canvas.height = Math.round(h)
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
    canvas.toBlob(blob => { if (blob) hand(name, blob); done(blob ? '' : 'PNG') }, 'image/png')
  } catch (e) {
    done(String(e))
  } finally {
    URL.revokeObjectURL(source)
  }
}
