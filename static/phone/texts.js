// Texts of a phone's page, in the language of the room once it is known.

// texts makes the function that says a text by its name in static/lang, with its gaps
// filled. speak chooses the language; one that is not there changes nothing.
export function texts (languages) {
  let language = ''
  const say = (name, gaps = {}) => {
    const text = languages[language][name] ?? languages.en[name]
    return text.replace(/\{(\w+)\}/g, (_, gap) => gaps[gap] ?? '')
  }
  say.speak = wanted => {
    if (!Object.hasOwn(languages, wanted) || wanted === language) return
    language = wanted
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : language
    document.title = say('Title')
  }
  const prefers = navigator.languages ?? [navigator.language]
  say.speak(prefers.map(tag => tag.slice(0, 2)).find(code => Object.hasOwn(languages, code)) ?? 'en')
  return say
}
