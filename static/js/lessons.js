// The lessons, fetched after the first schedule or when they are wanted; the
// first one stands in the page.
const json = id => JSON.parse(document.getElementById(id).textContent)
hopyard.lesson = () => json('lesson')
hopyard.lessons = async done => {
  const answer = await fetch(json('assets')['lessons.json'])
  if (!answer.ok) throw new Error(`the lessons could not be loaded: ${answer.status}`)
  done(await answer.json())
}
