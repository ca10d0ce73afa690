// What is fetched after the first schedule, or when it is wanted: the lessons,
// the first of which stands in the page, and the descriptions of forms.
const json = id => JSON.parse(document.getElementById(id).textContent)
hopyard.lesson = () => json('lesson')
hopyard.fetch = async (name, done) => {
  const answer = await fetch(json('assets')[name])
  if (!answer.ok) throw new Error(`${name} could not be loaded: ${answer.status}`)
  done(await answer.json())
}
