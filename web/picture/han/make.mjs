// Makes han.ttf.gz: Noto Sans SC Bold, reduced to the 3,755 characters of level 1 of
// GB 2312, the characters of this repository's Chinese texts, and punctuation. Run it in
// an empty folder:
//
//	npm install @expo-google-fonts/noto-sans-sc@0.4.3 subset-font@2.9.0
//	node REPOSITORY/web/picture/han/make.mjs REPOSITORY
import {createRequire} from 'node:module'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'

const subset = createRequire(path.resolve('package.json'))('subset-font'), root = process.argv[2]
const font = fs.readFileSync('node_modules/@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf')
const gb = new TextDecoder('gb2312')
let text = '·—‘’“”…'
for (let row = 0xb0; row <= 0xd7; row++) for (let cell = 0xa1; cell <= (row === 0xd7 ? 0xf9 : 0xfe); cell++) text += gb.decode(Uint8Array.of(row, cell))
for (let c = 0x3000; c <= 0x301b; c++) text += String.fromCharCode(c)
for (let c = 0xff01; c <= 0xff5e; c++) text += String.fromCharCode(c)
const texts = path.join(root, 'static', 'lang', 'zh')
for (const name of fs.readdirSync(texts)) text += fs.readFileSync(path.join(texts, name), 'utf8').replace(/[^\u2e80-\uffff]/g, '')
const cut = await subset(font, text, {targetFormat: 'truetype', noLayoutClosure: true})
fs.writeFileSync(path.join(root, 'web', 'picture', 'han', 'han.ttf.gz'), zlib.gzipSync(cut, {level: 9}))
