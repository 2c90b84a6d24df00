// The pages that the cases look at, made by the command.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {join} from 'node:path';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CAFES = join(ROOT, 'examples/cafes');

/** Characters that turn texts around, end scripts, or are not seen. */
export const HOSTILE = {
  script: '</script><script>window.pwned = 1; alert(1)</script>',
  image: '<img src=x onerror="window.pwned = 2">',
  comment: '<!--<script>',
  turned: 'abc\u202Egnp.exe\u202C \u2066\u2067x\u200F',
  unseen: 'a\u0000b\u0007\u200Bc',
  entity: '&lt;b&gt; &amp;amp; \'"`',
};
export const LONG_WORD = 'w'.repeat(1_000_000);

export class Pages {
  constructor(seedc, folder) {
    this.seedc = seedc;
    this.folder = folder;
    mkdirSync(folder, {recursive: true});
    this.made = new Map();
  }

  run(...args) {
    return execFileSync(this.seedc, args, {cwd: this.folder, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe']});
  }

  /** The file of a page, made when it is asked for first. */
  get(name) {
    if (!this.made.has(name)) this.made.set(name, this[name](join(this.folder, `${name}.html`)));
    return this.made.get(name);
  }

  cafes(file) {
    this.run('report', join(CAFES, 'requests.req'), join(CAFES, 'risk.json'), '--data', CAFES, '--extractions', join(CAFES, 'risk.extractions.jsonl'), '-o', file);
    return file;
  }

  /** Every sixth review of a formula is open. */
  open(file) {
    const rows = readFileSync(join(CAFES, 'risk.extractions.jsonl'), 'utf8').trim().split('\n');
    const kept = rows.map((row, i) => (i % 6 === 0 ? JSON.stringify({open: JSON.parse(row).review_id}) : row));
    writeFileSync(join(this.folder, 'part.jsonl'), `${kept.join('\n')}\n`);
    this.run('report', join(CAFES, 'risk.json'), '--data', CAFES, '--extractions', 'part.jsonl', '-o', file);
    return file;
  }

  /** Numbers that JavaScript's do not hold, small ones, and lists. */
  exact(file) {
    const bundle = join(this.folder, 'exact.jsonl'), formula = join(this.folder, 'exact.json');
    writeFileSync(bundle, '{"business":{"business_id":"b","name":"B"},"reviews":[{"review_id":"r1","text":"t","big":9007199254740992},{"review_id":"r2","text":"t","big":1}]}\n');
    writeFileSync(formula, JSON.stringify({
      task_name: 'exact',
      compute: [
        {name: 'SUM', op: 'sum', expr: 'meta.big'}, {name: 'SMALL', op: 'expr', expr: '0.0000001'}, {name: 'LIST', op: 'collect', field: 'meta.review_id'},
        {name: 'VERDICT', op: 'case', source: 'SUM', rules: [{when: '> 9007199254740992', then: 'above'}, {else: 'not above'}]},
      ],
      output: ['SUM', 'SMALL', 'LIST', 'VERDICT'],
    }));
    this.run('report', formula, '--data', bundle, '-o', file);
    return file;
  }

  small(file) {
    this.run('report', join(CAFES, 'requests.req'), '--data', CAFES, '--max-size', '300KB', '-o', file);
    return file;
  }

  hostile(file) {
    const data = join(this.folder, 'hostile');
    mkdirSync(data, {recursive: true});
    const texts = Object.values(HOSTILE);
    const items = texts.map((text, i) => ({business_id: `id ${i} ${text}`, name: text, attributes: {Hostile: text}, hours: {Monday: text}}));
    const reviews = texts.map((text, i) => ({review_id: `review ${text}`, business_id: items[i].business_id, stars: 5, date: text, text: `needle ${text} needle`, user: {name: text}}));
    reviews.push({review_id: 'long', business_id: items[0].business_id, stars: 1, date: '2020-01-01', text: `needle ${LONG_WORD} needle`, user: {name: LONG_WORD}});
    const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(data, 'restaurants.jsonl'), lines(items));
    writeFileSync(join(data, 'reviews.jsonl'), lines(reviews));
    const program = join(this.folder, 'hostile.jsonl');
    const request = {op: 'AND', args: [
      {aspect: 'found', evidence: {kind: 'review_text', pattern: 'needle'}},
      {aspect: HOSTILE.script, evidence: {kind: 'item_meta', path: ['attributes', 'Hostile'], contains: 'zzz'}},
    ]};
    writeFileSync(program, lines([{id: HOSTILE.script, text: HOSTILE.image, structure: request}]));
    this.run('report', program, '--data', data, '-o', file);
    return file;
  }

  /** 10,000 items by 100 requests. */
  large(file) {
    const data = join(this.folder, 'large');
    mkdirSync(data, {recursive: true});
    const items = [], reviews = [];
    for (let i = 0; i < 10_000; ++i) {
      items.push(JSON.stringify({business_id: `item-${i}`, name: `Place ${i}`, stars: (i * 7) % 50 / 10, attributes: i % 3 ? {A: String(i % 100), B: i % 2 ? 'True' : 'False'} : {A: String(i % 100)}}));
      if (i % 5 === 0) reviews.push(JSON.stringify({review_id: `r${i}`, business_id: `item-${i}`, stars: 4, date: '2020-01-01', text: `word${i % 37} and word${i % 11}`}));
    }
    writeFileSync(join(data, 'restaurants.jsonl'), `${items.join('\n')}\n`);
    writeFileSync(join(data, 'reviews.jsonl'), `${reviews.join('\n')}\n`);
    const requests = Array.from({length: 100}, (_, i) => `Q${i}: AND(item_meta(attributes.A, true: "${i}"), OR(item_meta(attributes.B, true: "True"), review_text("word${i % 37}")))`);
    writeFileSync(join(this.folder, 'large.req'), `${requests.join('\n')}\n`);
    this.run('report', 'large.req', '--data', data, '-o', file);
    return file;
  }
}
