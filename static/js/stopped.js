// The notice that the page's program has stopped, or could not be started. It
// needs none of the program, lies over whatever is on screen, dialogs too, and
// says what a reload brings back: that is what the address holds, which is
// written when a step has been on screen for a while, and is nothing for what
// does not fit in a link.
const says = {
  en: {
    title: 'The page has stopped', reload: 'Reload the page',
    program: 'This is a fault of the page.', part: 'A part of the page’s program could not be loaded: ', start: 'The simulator could not be started; it needs a browser with WebAssembly: ',
    held: 'Its address holds the scenario and the last place in time that was written there; what came after that is not in it.',
    empty: 'Its address holds no scenario: a file has to be opened again.',
    drafts: 'Your edits are among the drafts.',
  },
  zh: {
    title: '页面已停止', reload: '重新加载页面',
    program: '这是页面自身的错误。', part: '页面程序的一部分无法加载：', start: '模拟器无法启动，它需要支持 WebAssembly 的浏览器：',
    held: '地址中保存着场景和最后写入的时间位置；此后的操作不在其中。',
    empty: '地址中没有场景：文件需要重新打开。',
    drafts: '你的编辑保存在草稿中。',
  },
  ru: {
    title: 'Страница остановилась', reload: 'Перезагрузить страницу',
    program: 'Это ошибка самой страницы.', part: 'Не удалось загрузить часть программы страницы: ', start: 'Не удалось запустить симулятор; нужен браузер с WebAssembly: ',
    held: 'В адресе — сценарий и последний записанный туда момент; того, что было позже, в нём нет.',
    empty: 'В адресе нет сценария: файл нужно открыть заново.',
    drafts: 'Ваши правки — среди черновиков.',
  },
}
const drafts = () => { try { return Object.keys(localStorage).some(k => k.startsWith('hopyard.draft.')) } catch { return false } }

export function stopped (what, message = '') {
  if (document.getElementById('stopped')) return
  const text = says[document.documentElement.lang] || says.en
  const add = (parent, tag, content) => {
    const e = document.createElement(tag)
    e.textContent = content
    parent.append(e)
    return e
  }
  const box = document.createElement('dialog')
  box.id = 'stopped'
  box.className = 'stopped'
  box.setAttribute('role', 'alertdialog')
  box.setAttribute('aria-labelledby', 'stopped-title')
  box.setAttribute('aria-describedby', 'stopped-text')
  add(box, 'h2', text.title).id = 'stopped-title'
  const body = add(box, 'div', '')
  body.id = 'stopped-text'
  add(body, 'p', text[what] + message)
  add(body, 'p', /^#1\./.test(location.hash) ? text.held : text.empty)
  if (drafts()) add(body, 'p', text.drafts)
  const button = add(box, 'button', text.reload)
  button.type = 'button'
  button.className = 'primary'
  button.onclick = () => location.reload()
  document.body.append(box)
  box.showModal()
}
