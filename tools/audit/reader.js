// A reader of the page: what tests do with it, in the words of tools/e2e.
export const ready = `document.documentElement.dataset.ready === '1'`
export const settled = `document.documentElement.dataset.settled === 'true'`

export class Reader {
  constructor (context, page, problems) {
    Object.assign(this, {context, page, problems})
  }

  // open loads an address with empty storage. What goes wrong in the page from
  // then on is noted in problems.
  static async open (browser, address, problems) {
    const context = await browser.createBrowserContext(), page = await context.newPage()
    page.setDefaultTimeout(30_000)
    page.on('pageerror', e => problems.push(`error: ${e.message}`))
    page.on('console', m => { if (['error', 'warn', 'assert'].includes(m.type())) problems.push(`${m.type()}: ${m.text()}`) })
    page.on('response', r => { if (r.status() >= 400) problems.push(`${r.status()} ${r.url()}`) })
    await page.evaluateOnNewDocument(() => {
      globalThis.violations = []
      addEventListener('securitypolicyviolation', e => violations.push(`${e.violatedDirective}: ${e.blockedURI || e.sample} (${e.sourceFile}:${e.lineNumber})`))
    })
    await page.setViewport({width: 1280, height: 800})
    await page.goto(address)
    return new Reader(context, page, problems)
  }

  // close notes what the content security policy has forbidden, too.
  async close () {
    for (const v of await this.ask('violations')) this.problems.push(`content security policy: ${v}`)
    await this.context.close()
  }

  ask (expression) { return this.page.evaluate(expression) }

  async when (expression) {
    try {
      await this.page.waitForFunction(`Boolean(${expression})`, {polling: 50})
    } catch (e) {
      throw new Error(`waiting for ${expression}: ${e.message}`)
    }
  }

  // press presses keys one after the other, such as "e" or "Control+z".
  async press (...keys) {
    const {keyboard} = this.page
    for (const key of keys) {
      const held = key.split('+'), last = held.pop()
      for (const k of held) await keyboard.down(k)
      await keyboard.press(last)
      for (const k of held) await keyboard.up(k)
    }
  }

  click (selector) { return this.page.locator(selector).click() }

  data (name) { return this.ask(`document.documentElement.dataset.${name} ?? ''`) }

  text (id) { return this.ask(`document.getElementById('${id}').innerText.trim()`) }
}
