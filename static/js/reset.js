// #reset in the address rescues a page that does not start: it asks, then forgets
// what was chosen here and what is kept for offline use. It comes before the
// program and needs none of it. Drafts stay, and can be saved as a file.
import {forget as kept} from './offline.js'

const says = {
  en: ['Start afresh?', 'This forgets your choices on this page (theme, language, keys) and the files kept for offline use.',
    'Your drafts stay in this browser.', 'Forget and start afresh', 'Save the drafts as a file', 'Back'],
  zh: ['重新开始？', '这会清除你在此页面上的选择（主题、语言、按键）以及为离线使用保存的文件。',
    '你的草稿会留在此浏览器中。', '清除并重新开始', '将草稿保存为文件', '返回'],
  ru: ['Начать заново?', 'Страница забудет ваш выбор (тема, язык, клавиши) и файлы, сохранённые для работы без сети.',
    'Черновики останутся в этом браузере.', 'Забыть и начать заново', 'Сохранить черновики в файл', 'Назад'],
}
const mine = 'hopyard.', drafts = mine + 'draft.'
const keys = () => { try { return Object.keys(localStorage).filter(k => k.startsWith(mine)) } catch { return [] } }

async function forget () {
  for (const key of keys()) if (!key.startsWith(drafts)) localStorage.removeItem(key)
  await kept().catch(() => {}) // not where nothing is to be had
  location.replace(location.pathname)
}

function save () {
  const list = keys().filter(k => k.startsWith(drafts)).map(k => {
    const [time, title, ...text] = localStorage.getItem(k).split('\n')
    return {title, time: new Date(+time), scenario: text.join('\n')}
  })
  const a = document.createElement('a')
  a.href = URL.createObjectURL(new Blob([JSON.stringify(list, null, 1)], {type: 'application/json'}))
  a.download = 'hopyard-drafts.json'
  a.click()
}

if (location.hash === '#reset') {
  hopyard.resetting = true
  let language = navigator.language
  try { language = localStorage.getItem('hopyard.lang') || language } catch {}
  const [title, about, stay, yes, file, no] = says[language.slice(0, 2)] || says.en
  const add = (parent, tag, text, click) => {
    const e = document.createElement(tag)
    e.textContent = text
    if (click) { e.type = 'button'; e.onclick = click }
    parent.append(e)
    return e
  }
  const box = document.createElement('main'), row = document.createElement('div')
  box.className = 'reset'
  add(box, 'h1', title)
  add(box, 'p', about)
  if (keys().some(k => k.startsWith(drafts))) add(box, 'p', stay)
  row.className = 'row'
  box.append(row)
  const first = add(row, 'button', yes, forget)
  first.className = 'primary'
  if (box.querySelectorAll('p').length > 1) add(row, 'button', file, save)
  add(row, 'button', no, () => location.replace(location.pathname))
  document.documentElement.lang = says[language.slice(0, 2)] ? language.slice(0, 2) : 'en'
  document.body.append(box) // the style sheet hides the rest, which other scripts look for
  document.documentElement.dataset.resetting = '1'
  first.focus()
} else {
  addEventListener('hashchange', () => { if (location.hash === '#reset') location.reload() })
}
