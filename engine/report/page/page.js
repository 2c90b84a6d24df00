// Draws the views of a report from the data in its page. Texts of data and programs only ever become
// text nodes: nothing that they contain is markup, a script or an address.
(() => {
'use strict';

/* ---- Small things ---- */

const byId = (id) => document.getElementById(id);
const number = new Intl.NumberFormat('en', {maximumFractionDigits: 4});
const isNumber = (value) => typeof value === 'number' || typeof value === 'bigint';
const shown = (n) => (isNumber(n) ? number.format(n) : String(n));
/** A value: years are not grouped, and what four decimals do not show has an exponent. */
function valued(n) {
  const size = Math.abs(Number(n));
  if (typeof n === 'number' && ((size > 0 && size < 5e-5) || size >= 1e15)) return String(Number(n.toPrecision(4)));
  return size < 10000 ? number.format(n).replaceAll(',', '') : number.format(n);
}
const counted = (n, noun, plural = `${noun}s`) => `${shown(n)} ${n === 1 ? noun : plural}`;

/** An element; attributes that are functions are listeners; children are nodes, strings or lists. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

function svg(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

/** Characters that would not be seen, or that would turn the order of others. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** The number of a text's first character. */
const codeOf = (text) => `U+${text.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text of data: apart from its surroundings, with all its characters seen. */
function t(text, most = 4000) {
  let rest = String(text ?? '');
  let cut = false;
  if (rest.length > most) {
    rest = rest.slice(0, most);
    cut = true;
  }
  const out = h('bdi');
  while (rest !== '') {
    const at = rest.search(UNSEEN);
    if (at < 0) {
      out.append(rest);
      break;
    }
    if (at > 0) out.append(rest.slice(0, at));
    out.append(h('span', {class: 'ctl'}, codeOf(rest.slice(at))));
    rest = rest.slice(at + 1);
  }
  if (cut) out.append('…');
  return out;
}

/** The same with `code` in backticks as such. */
function ticked(text, most = 1200) {
  const parts = String(text).slice(0, most).split('`');
  if (parts.length % 2 === 0) return t(text, most);
  return parts.map((part, i) => (part === '' ? '' : i % 2 === 1 ? h('code', {}, t(part)) : t(part)));
}

/** The end of a text, and its beginning, from a word on. */
const ending = (text, most) => (text.length <= most ? text : `…${text.slice(-most).replace(/^\S{1,24}\s/, '')}`);
const opening = (text, most) => (text.length <= most ? text : `${text.slice(0, most).replace(/\s\S{0,24}$/, '')}…`);

const WORDS = {1: 'yes', 0: 'unknown', '-1': 'no'};
const VALUE_OF = {'+': 1, '?': 0, '-': -1};
const shape = (value) => h('span', {class: `v ${WORDS[value]}`, role: 'img', 'aria-label': WORDS[value]});
const STATUS = {ok: 'ok', no_match: 'no match', multi_match: 'several match', gold_not_match: 'gold does not match', error: 'error'};
const statusOf = (request) => (request.status ? h('span', {class: `status ${request.status === 'ok' ? 'ok' : 'bad'}`}, STATUS[request.status]) : '');

/* ---- Data ---- */

/** JSON in which integers that a number does not hold exactly become BigInt. */
function parsed(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const exact = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
    (part) => (/^-?\d{16,}$/.test(part) && !Number.isSafeInteger(Number(part)) ? `{"exact integer":"${part}"}` : part));
  return JSON.parse(exact, (_, value) => (/^-?\d{16,}$/.test(value?.['exact integer']) ? BigInt(value['exact integer']) : value));
}

async function textOf(element) {
  if (!element.hasAttribute('data-gzip')) return element.textContent;
  const binary = atob(element.textContent);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

/** The lines of the details by `KIND NUMBER ITEM`; each is parsed when it is asked for. */
class Details {
  constructor(text) {
    this.text = text;
    this.lines = new Map();
    for (let at = 0; at < text.length;) {
      const end = text.indexOf('\n', at);
      const first = text.indexOf(' ', at);
      const second = text.indexOf(' ', first + 1);
      const begin = text.indexOf(' ', second + 1);
      const key = text.slice(at, begin);
      if (!this.lines.has(key)) this.lines.set(key, []);
      this.lines.get(key).push([begin + 1, end]);
      at = end + 1;
    }
  }
  all(kind, index, item) {
    const places = this.lines.get(`${kind} ${index} ${item}`) ?? [];
    return places.map(([begin, end]) => parsed(this.text.slice(begin, end)));
  }
  one(kind, index, item) {
    return this.all(kind, index, item)[0] ?? null;
  }
  has(kind, index, item) {
    return this.lines.has(`${kind} ${index} ${item}`);
  }
}

let core, details, leftOut;
const state = {view: '', request: -1, item: -1, formula: 0, output: 0};
const titleOf = (item) => core.items.names[item] ?? core.items.ids[item];
const itemName = (item) => t(titleOf(item), 200);
const itemTitle = (item) => [itemName(item), ' ', core.items.names[item] ? h('span', {class: 'soft small code'}, t(core.items.ids[item], 60)) : ''];

/* ---- Where the reader is: in the address after #, so that it can be kept and sent ---- */

function hashOf(changes) {
  const next = {...state, ...changes};
  const query = new URLSearchParams({view: next.view});
  if (next.request >= 0) query.set('request', core.requests[next.request].id);
  if (next.item >= 0) query.set('item', core.items.ids[next.item]);
  if (next.view === 'formulas' && core.formulas.length > 1) query.set('formula', core.formulas[next.formula].name);
  if (next.view === 'formulas') query.set('output', core.formulas[next.formula].outputs[next.output]?.name ?? '');
  return `#${query}`;
}

function readHash() {
  const query = new URLSearchParams(location.hash.slice(1));
  const view = VIEWS.find((each) => each.id === query.get('view') && each.has());
  state.view = (view ?? VIEWS.find((each) => each.has())).id;
  state.request = core.requests.findIndex((request) => request.id === query.get('request'));
  state.item = query.has('item') ? core.items.ids.indexOf(query.get('item')) : -1;
  state.formula = Math.max(0, core.formulas.findIndex((formula) => formula.name === query.get('formula')));
  const outputs = core.formulas[state.formula]?.outputs ?? [];
  const output = outputs.findIndex((each) => each.name === query.get('output'));
  state.output = output >= 0 ? output : firstNumber(outputs);
}

const go = (changes) => { location.hash = hashOf(changes); };
const link = (changes, ...children) => h('a', {href: hashOf(changes)}, ...children);

/* ---- A field in which an item or a request is found by typing ---- */

function picker(label, texts, current, pick, mark = () => null) {
  const id = `pick-${label.toLowerCase().replace(/\W+/g, '-')}`;
  const list = h('ul', {class: 'options', role: 'listbox', id: `${id}-list`, 'aria-label': label, hidden: true});
  let found = [], active = -1;
  const input = h('input', {
    type: 'search', id, role: 'combobox', autocomplete: 'off', spellcheck: 'false',
    'aria-expanded': 'false', 'aria-controls': `${id}-list`, 'aria-autocomplete': 'list',
    value: current >= 0 ? plain(texts(current)[0]) : '', placeholder: 'type to find',
  });
  const close = () => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const choose = (index) => {
    close();
    pick(index);
  };
  const open = () => {
    const words = input.value.toLowerCase();
    const isUntouched = current >= 0 && input.value === plain(texts(current)[0]);
    found = [];
    for (let i = 0; i < texts.count && found.length < 40; ++i) {
      if (isUntouched || texts(i).some((text) => text.toLowerCase().includes(words))) found.push(i);
    }
    active = found.length > 0 && !isUntouched ? 0 : -1;
    list.replaceChildren(...found.map((index, i) => h('li', {
      role: 'option', id: `${id}-${i}`, 'aria-selected': i === active,
      mousedown: (event) => { event.preventDefault(); choose(index); },
    }, mark(index), h('span', {}, t(texts(index)[0], 200)), texts(index)[1] ? h('span', {class: 'soft small'}, t(texts(index)[1], 60)) : '')));
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    move(0);
  };
  const move = (by) => {
    if (found.length === 0) return;
    if (by !== 0) active = (active + by + found.length) % found.length;
    [...list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === active)));
    if (active >= 0) {
      input.setAttribute('aria-activedescendant', `${id}-${active}`);
      list.children[active].scrollIntoView({block: 'nearest'});
    }
  };
  input.addEventListener('input', open);
  input.addEventListener('focus', () => input.select());
  input.addEventListener('click', open);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (list.hidden) open();
      else move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && !list.hidden && active >= 0) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === 'Escape') {
      close();
    }
  });
  return h('div', {class: 'field'}, h('label', {for: id}, label), input, list);
}

/** The same where only text can be: in an attribute, a field, an option. */
const plain = (text) => String(text).slice(0, 200).replace(new RegExp(UNSEEN, 'gu'), codeOf);

function itemTexts() {
  const texts = (i) => (core.items.names[i] ? [core.items.names[i], core.items.ids[i]] : [core.items.ids[i]]);
  texts.count = core.items.ids.length;
  return texts;
}
function requestTexts() {
  const texts = (i) => (core.requests[i].text ? [core.requests[i].id, core.requests[i].text] : [core.requests[i].id]);
  texts.count = core.requests.length;
  return texts;
}
const choice = (label, options, current, pick) => {
  const id = `choose-${label.toLowerCase().replace(/\W+/g, '-')}`;
  return h('div', {class: 'field'}, h('label', {for: id}, label),
    h('select', {id, change: (event) => pick(event.target.value)},
      options.map(([value, text]) => h('option', {value, selected: String(value) === String(current)}, text))));
};

/* ---- The requests ---- */

const filter = {words: '', status: '', sort: 'order', down: false};

function valueAt(request, item) {
  return VALUE_OF[request.values[item]] ?? 0;
}

function matchesOf(request) {
  if (request.ranked) return request.ranked.map(([item]) => item);
  const items = [];
  for (let i = request.values.indexOf('+'); i >= 0; i = request.values.indexOf('+', i + 1)) items.push(i);
  return items;
}

function statusChips(redraw) {
  const counts = new Map();
  for (const request of core.requests) {
    if (request.status) counts.set(request.status, (counts.get(request.status) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const chip = (status, text, count) => h('li', {}, h('button', {
    type: 'button', 'aria-pressed': String(filter.status === status),
    click: () => { filter.status = filter.status === status ? '' : status; redraw(); },
  }, `${text} ${shown(count)}`));
  return h('ul', {class: 'chips', 'aria-label': 'Only requests of this status'},
    [...counts].map(([status, count]) => chip(status, STATUS[status], count)));
}

function shownRequests() {
  const words = filter.words.toLowerCase();
  return core.requests.map((request, index) => ({request, index}))
    .filter(({request}) => filter.status === '' || request.status === filter.status)
    .filter(({request}) => words === '' || `${request.id} ${request.text ?? ''}`.toLowerCase().includes(words));
}

const COLUMNS = [
  ['id', 'Request', (request, index) => index],
  ['status', 'Status', (request) => request.status ?? ''],
  ['matches', 'Matches', (request) => request.matches],
  ['unknown', 'Unknown', (request) => request.unknown],
  ['near', 'Near misses', (request) => request.near_count],
  ['gold', 'Gold item', (request) => (request.gold_item === null ? '' : titleOf(request.gold_item))],
];

function drawRequests(root) {
  const place = h('div');
  const draw = () => {
    const hasStatus = core.requests.some((request) => request.status);
    const columns = COLUMNS.filter(([id]) => hasStatus || (id !== 'status' && id !== 'gold'));
    const rows = shownRequests();
    const column = COLUMNS.find(([id]) => id === filter.sort);
    if (column) {
      const by = column[2];
      rows.sort((a, b) => {
        const x = by(a.request, a.index), y = by(b.request, b.index);
        return (x < y ? -1 : x > y ? 1 : a.index - b.index) * (filter.down ? -1 : 1);
      });
    }
    const head = columns.map(([id, title]) => h('th', {
      scope: 'col', class: ['matches', 'unknown', 'near'].includes(id) ? 'n' : null,
      'aria-sort': filter.sort === id ? (filter.down ? 'descending' : 'ascending') : 'none',
    }, h('button', {type: 'button', click: () => {
      filter.down = filter.sort === id && !filter.down;
      filter.sort = id;
      draw();
      place.querySelector(`th[aria-sort=${filter.down ? 'descending' : 'ascending'}] button`).focus();
    }}, title)));
    const body = rows.slice(0, 1000).map(({request, index}) => h('tr', {},
      h('th', {scope: 'row'}, link({view: 'request', request: index, item: chosenItem(request)}, t(request.id, 60)),
        request.text ? h('div', {class: 'soft small'}, t(request.text, 160)) : ''),
      hasStatus ? h('td', {}, statusOf(request)) : null,
      h('td', {class: 'n'}, request.status === 'error' ? '' : shown(request.matches)),
      h('td', {class: 'n'}, request.status === 'error' ? '' : shown(request.unknown)),
      h('td', {class: 'n'}, request.status === 'error' ? '' : request.gave_up ? '?' : shown(request.near_count)),
      hasStatus ? h('td', {}, goldOf(request, index)) : null,
      h('td', {}, matchList(request, index))));
    place.replaceChildren(statusChips(draw),
      h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Requests'},
        h('table', {}, h('thead', {}, h('tr', {}, head, h('th', {scope: 'col'}, 'Items that match'))), h('tbody', {}, body))),
      rows.length > 1000 ? h('p', {class: 'soft'}, `The first 1,000 of ${shown(rows.length)}; find others by typing.`) : '',
      rows.length === 0 ? h('p', {}, 'No request is so called.') : '');
  };
  const find = searchField('Requests', filter.words, (words) => { filter.words = words; draw(); });
  root.append(h('h2', {class: 'vh'}, 'Requests'), h('div', {class: 'bar'}, find), place);
  draw();
}

function searchField(label, value, change) {
  const id = `find-${label.toLowerCase()}`;
  return h('div', {class: 'field'}, h('label', {for: id}, label),
    h('input', {type: 'search', id, value, placeholder: 'type to find', spellcheck: 'false', input: (event) => change(event.target.value)}));
}

/** The item at which a request is shown first. */
function chosenItem(request) {
  if (request.gold_item !== null) return request.gold_item;
  return matchesOf(request)[0] ?? request.near[0]?.[0] ?? request.values.indexOf('?');
}

function goldOf(request, index) {
  if (request.gold === null) return '';
  if (request.gold_item === null) return [t(request.gold, 40), ' is not in the data'];
  return link({view: 'request', request: index, item: request.gold_item}, itemName(request.gold_item));
}

function matchList(request, index) {
  const items = matchesOf(request);
  const links = items.slice(0, 3).map((item, i) => [i > 0 ? ', ' : '', link({view: 'request', request: index, item}, itemName(item))]);
  return [links, items.length > 3 ? ` and ${shown(request.matches - 3)} more` : ''];
}

/* ---- The matrix ---- */

const matrix = {items: '', requests: '', order: 'data', by: -1, columns: 'program', only: 'all', row: 0, column: 0};

function matrixItems() {
  const words = matrix.items.toLowerCase();
  let items = core.items.ids.map((_, item) => item);
  if (words !== '') items = items.filter((item) => `${core.items.names[item] ?? ''} ${core.items.ids[item]}`.toLowerCase().includes(words));
  if (matrix.only !== 'all') {
    const count = countsOf(matrix.only === 'matches' ? '+' : '?');
    items = items.filter((item) => count[item] > 0);
  }
  if (matrix.by >= 0) {
    const values = core.requests[matrix.by].values;
    items.sort((a, b) => VALUE_OF[values[b]] - VALUE_OF[values[a]] || a - b);
  } else if (matrix.order === 'name') {
    const collator = new Intl.Collator('en', {numeric: true});
    items.sort((a, b) => collator.compare(titleOf(a), titleOf(b)));
  } else if (matrix.order === 'matches') {
    const count = countsOf('+');
    items.sort((a, b) => count[b] - count[a] || a - b);
  }
  return items;
}

/** How many requests have a value at each item. */
function countsOf(letter) {
  countsOf.kept ??= new Map();
  if (!countsOf.kept.has(letter)) {
    const counts = new Uint32Array(core.items.ids.length);
    for (const {values} of core.requests) {
      for (let i = values.indexOf(letter); i >= 0; i = values.indexOf(letter, i + 1)) ++counts[i];
    }
    countsOf.kept.set(letter, counts);
  }
  return countsOf.kept.get(letter);
}

function matrixColumns() {
  const words = matrix.requests.toLowerCase();
  const columns = core.requests.map((_, index) => index).filter((index) => core.requests[index].values !== '')
    .filter((index) => words === '' || core.requests[index].id.toLowerCase().includes(words));
  if (matrix.columns === 'matches') columns.sort((a, b) => core.requests[b].matches - core.requests[a].matches || a - b);
  if (matrix.columns === 'status') columns.sort((a, b) => (core.requests[a].status === 'ok') - (core.requests[b].status === 'ok') || a - b);
  return columns;
}

const CELL = 26;

/** A grid of which only what is seen is drawn. */
class Grid {
  constructor(redrawn) {
    this.redrawn = redrawn;
    this.sizer = h('div', {role: 'presentation'});
    this.root = h('div', {
      class: 'grid', role: 'grid', tabindex: '0', 'aria-label': 'Values of requests at items',
      scroll: () => this.later(), keydown: (event) => this.key(event), focus: () => this.draw(),
    }, this.sizer);
    this.head = 22 + 7.2 * Math.min(16, Math.max(5, ...core.requests.map((request) => request.id.length + 1)));
    this.near = core.requests.map((request) => new Set(request.near.map(([item]) => item)));
    new ResizeObserver(() => this.later()).observe(this.root);
  }

  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  fill() {
    this.items = matrixItems();
    this.columns = matrixColumns();
    matrix.row = Math.min(matrix.row, Math.max(0, this.items.length - 1));
    matrix.column = Math.min(matrix.column, Math.max(0, this.columns.length - 1));
    this.root.setAttribute('aria-rowcount', this.items.length + 1);
    this.root.setAttribute('aria-colcount', this.columns.length + 1);
    this.root.style.height = `min(72vh, ${this.head + this.items.length * CELL + 18}px)`;
    this.draw();
    this.redrawn(this.items.length, this.columns.length);
  }

  /** Draws all of what a few sheets of paper hold, narrow enough for them, or again what is seen. */
  print(isPrinting) {
    const width = this.first() + this.columns.length * CELL;
    this.isPrinting = isPrinting;
    this.root.style.zoom = isPrinting ? String(Math.min(1, 680 / width)) : '';
    this.draw();
  }

  /** The width of the names. */
  first() {
    return parseFloat(getComputedStyle(this.root).getPropertyValue('--first')) * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  draw() {
    const {scrollTop, scrollLeft, clientWidth, clientHeight} = this.isPrinting
      ? {scrollTop: 0, scrollLeft: 0, clientWidth: 60 * CELL + this.first(), clientHeight: 500 * CELL} : this.root;
    const first = this.first();
    const from = Math.max(0, Math.floor(scrollLeft / CELL) - 2);
    const to = Math.min(this.columns.length, Math.ceil((scrollLeft + clientWidth - first) / CELL) + 2);
    const top = Math.max(0, Math.floor(scrollTop / CELL) - 3);
    const bottom = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight - this.head) / CELL) + 3);
    const width = first + this.columns.length * CELL;
    const head = h('div', {class: 'head', role: 'row', 'aria-rowindex': 1},
      h('div', {class: 'corner', role: 'columnheader', 'aria-colindex': 1}, 'Item'));
    head.style.height = `${this.head}px`;
    for (let c = from; c < to; ++c) head.append(this.header(c, first));
    const rows = [head];
    for (let r = top; r < bottom; ++r) rows.push(this.row(r, from, to, first));
    this.sizer.style.height = `${this.head + this.items.length * CELL}px`;
    this.sizer.style.width = `${width + 12}px`;
    this.sizer.replaceChildren(...rows);
    const active = byId(`cell-${matrix.row}-${matrix.column}`);
    if (active) this.root.setAttribute('aria-activedescendant', active.id);
    else this.root.removeAttribute('aria-activedescendant');
  }

  header(c, first) {
    const request = core.requests[this.columns[c]];
    const isBad = request.status && request.status !== 'ok';
    const column = h('div', {
      class: `col${isBad ? ' bad' : ''}${matrix.by === this.columns[c] ? ' sorted' : ''}`, role: 'columnheader',
      'aria-colindex': c + 2, title: `${plain(request.id)}${request.status ? `: ${STATUS[request.status]}` : ''}; click to sort items by it`,
      click: () => { matrix.by = matrix.by === this.columns[c] ? -1 : this.columns[c]; this.root.scrollTop = 0; this.fill(); },
    }, t(request.id, 16), isBad ? ' ✗' : '');
    column.style.left = `${first + c * CELL}px`;
    return column;
  }

  row(r, from, to, first) {
    const item = this.items[r];
    const line = h('div', {class: `line${r % 2 ? ' even' : ''}`, role: 'row', 'aria-rowindex': r + 2},
      h('div', {class: 'name', role: 'rowheader', 'aria-colindex': 1, title: plain(`${titleOf(item)} ${core.items.ids[item]}`)}, itemName(item)));
    line.style.top = `${this.head + r * CELL}px`;
    for (let c = from; c < to; ++c) line.append(this.cell(r, c, item, first));
    return line;
  }

  cell(r, c, item, first) {
    const index = this.columns[c];
    const request = core.requests[index];
    const word = WORDS[valueAt(request, item)];
    const isGold = request.gold_item === item;
    const isNear = this.near[index].has(item) && word !== 'yes';
    const isActive = r === matrix.row && c === matrix.column;
    const cell = h('div', {
      class: `c${isGold ? ' gold' : ''}${isNear ? ' near' : ''}${isActive ? ' active' : ''}`, role: 'gridcell', id: `cell-${r}-${c}`,
      'aria-colindex': c + 2, 'aria-selected': isActive ? 'true' : null,
      'aria-label': `${word}${isGold ? ', gold item' : ''}${isNear ? ', near miss' : ''}`,
      click: () => { matrix.row = r; matrix.column = c; this.open(); },
    }, h('span', {class: `v ${word}`}));
    cell.style.left = `${first + c * CELL}px`;
    return cell;
  }

  open() {
    if (this.items.length > 0 && this.columns.length > 0)
      go({view: 'request', request: this.columns[matrix.column], item: this.items[matrix.row]});
  }

  key(event) {
    const page = Math.max(1, Math.floor((this.root.clientHeight - this.head) / CELL) - 1);
    const moves = {ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [page, 0], PageUp: [-page, 0], Home: [0, -1e9], End: [0, 1e9]};
    if (event.key === 'Enter') return this.open();
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const within = (at, by, count) => Math.max(0, Math.min(count - 1, at + by));
    matrix.row = within(matrix.row, move[0], this.items.length);
    matrix.column = within(matrix.column, move[1], this.columns.length);
    this.show();
  }

  /** Scrolls to the active cell. */
  show() {
    const first = this.first();
    const y = matrix.row * CELL, x = matrix.column * CELL;
    const height = this.root.clientHeight - this.head, width = this.root.clientWidth - first;
    if (y < this.root.scrollTop) this.root.scrollTop = y;
    if (y + CELL > this.root.scrollTop + height) this.root.scrollTop = y + CELL - height;
    if (x < this.root.scrollLeft) this.root.scrollLeft = x;
    if (x + CELL > this.root.scrollLeft + width) this.root.scrollLeft = x + CELL - width;
    this.draw();
  }
}

let grid = null;
for (const [event, isPrinting] of [['beforeprint', true], ['afterprint', false]]) addEventListener(event, () => { if (grid?.root.isConnected) grid.print(isPrinting); });

function drawMatrix(root) {
  const count = h('p', {class: 'soft small', role: 'status'});
  grid = new Grid((items, columns) => { count.textContent = `${counted(items, 'item')} by ${counted(columns, 'request')}`; });
  const set = (name) => (value) => { matrix[name] = value; grid.root.scrollTop = 0; grid.fill(); };
  root.append(h('h2', {class: 'vh'}, 'Matrix'),
    h('div', {class: 'bar'},
      searchField('Items', matrix.items, set('items')),
      searchField('Requests', matrix.requests, set('requests')),
      choice('Order of items', [['data', 'as in the data'], ['name', 'by name'], ['matches', 'by matches']], matrix.order, (value) => { matrix.by = -1; set('order')(value); }),
      choice('Order of requests', [['program', 'as in the program'], ['status', 'not ok first'], ['matches', 'by matches']], matrix.columns, set('columns')),
      choice('Show', [['all', 'all items'], ['matches', 'items that match'], ['unknown', 'items with an unknown']], matrix.only, set('only'))),
    h('ul', {class: 'legend'},
      h('li', {}, shape(1), 'yes'), h('li', {}, shape(0), 'unknown'), h('li', {}, shape(-1), 'no'),
      core.requests.some((request) => request.gold_item !== null) ? h('li', {}, h('span', {class: 'soft'}, '▢'), 'framed: the gold item') : '',
      h('li', {}, h('span', {class: 'soft'}, '◢'), 'corner: one condition away from a match')),
    grid.root, count,
    h('p', {class: 'soft small screen'}, 'Arrow keys move, Enter opens a cell; a click on a request orders the items by it.'));
  grid.fill();
}

/* ---- One request ---- */

function drawRequest(root) {
  if (state.request < 0) state.request = 0;
  const request = core.requests[state.request];
  if (state.item < 0) state.item = chosenItem(request);
  const index = state.request, item = state.item;
  const isOk = request.values !== '';
  root.append(h('div', {class: 'bar'},
    picker('Request', requestTexts(), index, (next) => go({request: next, item: chosenItem(core.requests[next])})),
    isOk ? picker('Item', itemTexts(), item, (next) => go({item: next}), (each) => shape(valueAt(request, each))) : ''));
  root.append(h('h2', {}, t(request.id, 80), ' ', statusOf(request)));
  if (request.text) root.append(h('p', {class: 'asks'}, t(request.text)));
  if (!isOk) {
    root.append(h('p', {}, 'It has errors, which `seedc check` explains.'), sourceOf(request));
    return;
  }
  const columns = h('div', {class: 'cols'}, h('div', {}, item >= 0 ? atItem(request, index, item) : ''), aside(request, index));
  root.append(columns);
}

const sourceOf = (request) => h('pre', {}, t(request.source, 20000));

function atItem(request, index, item) {
  const explained = details.one('e', index, item);
  const value = valueAt(request, item);
  const tree = explained ? explained.tree : treeOf(request, item);
  return h('section', {'aria-labelledby': 'at-item'},
    h('h3', {id: 'at-item'}, itemTitle(item), request.gold_item === item ? h('span', {class: 'soft small'}, ' the gold item') : ''),
    h('p', {class: 'node'}, shape(value), h('strong', {class: `w-${WORDS[value]}`}, WORDS[value]), ' ', whyLine(request, index, item)),
    explained ? '' : noteOnLeftOut(request.id, item),
    h('ul', {class: 'tree'}, nodeOf(tree, item, true)),
    whyOf(index, item, value));
}

const whyLine = (request, index, item) => {
  const near = request.near.find(([each]) => each === item);
  if (!near || valueAt(request, item) === 1) return '';
  return h('span', {class: 'soft'}, 'one condition away from a match');
};

/** `id`: of a request; null: a formula is meant. */
function noteOnLeftOut(id, item) {
  const command = (id === null ? core.explain.replace(/ \S+ \{request\}/, '') : core.explain)
    .replaceAll('{item}', () => quoted(core.items.ids[item])).replaceAll('{request}', () => quoted(id));
  return h('div', {class: 'note'}, h('p', {}, 'The values are here; the evidence behind them is not in this page',
    command ? '. This command shows it:' : '.'), command ? h('pre', {}, t(command)) : '');
}
const quoted = (word) => (/^[\w./:=,+@-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The tree of a request at an item whose evidence is left out. */
function treeOf(request, item) {
  const values = valuesOf(request, item);
  const make = (at) => {
    const node = request.nodes[at];
    const args = node.args ?? [];
    const deciding = decidingArgs(node, values, at);
    return {op: node.op, name: node.name ?? null, value: values[at], condition: node.condition, needed: node.k,
      decided_by: deciding, args: args.map(make)};
  };
  return make(request.nodes.length - 1);
}

/** The value of each node: minimum, maximum, negation, or a count. */
function valuesOf(request, item) {
  const values = [];
  for (const node of request.nodes) {
    const args = (node.args ?? []).map((arg) => values[arg]);
    const yes = args.filter((value) => value === 1).length, unknown = args.filter((value) => value === 0).length;
    if (node.op === 'CONDITION') values.push(VALUE_OF[core.conditions[node.condition].values[item]]);
    else if (node.op === 'NOT') values.push(args[0] === 0 ? 0 : -args[0]);
    else if (node.op === 'AND') values.push(args.length ? Math.min(...args) : 0);
    else if (node.op === 'OR') values.push(args.length ? Math.max(...args) : 0);
    else values.push(yes >= node.k ? 1 : yes + unknown >= node.k ? 0 : -1);
  }
  return values;
}

function decidingArgs(node, values, at) {
  if (node.op !== 'AND' && node.op !== 'OR') return [];
  const decides = values[at] === 0 ? 0 : node.op === 'AND' ? (values[at] === -1 ? -1 : null) : values[at] === 1 ? 1 : null;
  return decides === null ? [] : node.args.map((arg, i) => [values[arg], i]).filter(([value]) => value === decides).map(([, i]) => i);
}

/** A node with what is below it; `matters`: whether it bears on the result. */
function nodeOf(node, item, matters) {
  const line = h('div', {class: 'node'}, shape(node.value));
  const out = h('li', {class: matters ? null : 'aside'}, line);
  if (node.op === 'CONDITION') {
    line.append(h('span', {class: 'label'}, t(node.name ?? '', 300)));
    out.append(factsOf(node, item));
    return out;
  }
  if (node.name) line.append(h('span', {class: 'label'}, t(node.name, 200)));
  line.append(h('span', {class: 'op'}, node.op === 'AT_LEAST' ? `AT LEAST ${node.needed}` : node.op));
  if (node.see_above) {
    line.append(h('span', {class: 'because'}, 'as above'));
    return out;
  }
  const args = node.args ?? [];
  if (node.op === 'AT_LEAST') {
    const yes = args.filter((arg) => arg.value === 1).length, unknown = args.filter((arg) => arg.value === 0).length;
    line.append(h('span', {class: 'because'}, `${yes} of ${args.length} yes${unknown ? `, ${unknown} unknown` : ''}`));
  }
  const deciding = node.decided_by ?? [];
  if (deciding.length > 0 && deciding.length < args.length) {
    const names = deciding.slice(0, 3).map((i, k) => [k > 0 ? ', ' : '', t(args[i].name ?? args[i].op, 60)]);
    line.append(h('span', {class: 'because'}, `${WORDS[node.value]} because of `, names, deciding.length > 3 ? ` and ${deciding.length - 3} more` : ''));
  }
  out.append(h('ul', {}, args.map((arg, i) => nodeOf(arg, item, deciding.length === 0 || deciding.includes(i)))));
  return out;
}

const CAUSES = {
  attribute_missing: 'the attribute is missing', not_a_number: 'the value is not a number', not_a_boolean: 'the value is neither true nor false',
  no_operand_matches: 'neither true nor false matches', hours_missing: 'the hours are missing', hours_unreadable: 'the hours cannot be read',
  equal_ends: 'the hours have equal ends', no_reviews: 'there are no reviews', empty_pattern: 'the pattern is empty', search_limit: 'a search reached its limit',
  no_arguments: 'it has no arguments', unknown_argument: 'an argument is unknown',
};

/** The evidence of a condition. */
function factsOf(node, item) {
  if (!node.kind) {
    const condition = core.conditions[node.condition];
    return h('div', {class: 'facts soft'}, ticked(condition.sentence, 400));
  }
  const facts = h('div', {class: 'facts'});
  const asked = node.asked ? h('span', {class: 'soft'}, ' asked: ', t(node.asked, 400)) : '';
  facts.append(h('div', {}, h('span', {class: 'met'}, ticked(node.met)), asked));
  if (node.cause) facts.append(h('div', {class: 'w-unknown'}, `unknown because ${CAUSES[node.cause] ?? node.cause}`));
  const hours = hoursOf(node);
  if (hours) facts.append(hours);
  if (node.facts?.circle) facts.append(circleOf(node));
  if (node.reviews?.length > 0) facts.append(reviewsOf(node, item));
  return facts;
}

/** Opening hours as a bar over the day, with the time that is asked about. */
function hoursOf(node) {
  if (node.kind !== 'item_meta_hours') return null;
  const found = /^(\d+):(\d+)-(\d+):(\d+)$/.exec(typeof node.facts.met === 'string' ? node.facts.met : '');
  const window = windowOf(node);
  if (!found && !window) return null;
  const width = 480, scale = width / 1440;
  const drawing = svg('svg', {viewBox: `-8 0 ${width + 16} 44`, width: width + 16, height: 44, role: 'img', 'aria-label': `hours ${found ? node.facts.met : 'missing'}`});
  drawing.append(svg('line', {class: 'axis', x1: 0, x2: width, y1: 22, y2: 22}));
  for (let hour = 0; hour <= 24; hour += 6) {
    drawing.append(svg('line', {class: 'axis', x1: hour * 60 * scale, x2: hour * 60 * scale, y1: 18, y2: 26}),
      svg('text', {x: hour * 60 * scale, y: 40, 'text-anchor': 'middle'}, `${hour}:00`));
  }
  const bar = (from, to) => svg('rect', {class: 'open', x: from * scale, y: 15, width: Math.max(1, (to - from) * scale), height: 14, rx: 2});
  if (found) {
    const [, a, b, c, d] = found.map(Number);
    const from = a * 60 + b;
    let to = c * 60 + d;
    if (to < from) to += 1440;
    drawing.append(bar(from, Math.min(to, 1440)));
    if (to > 1440) drawing.append(bar(0, to - 1440));
  }
  if (window) {
    const [from, to] = window;
    for (const shift of to > 1440 ? [0, -1440] : [0]) {
      const x = Math.max(0, from + shift) * scale, end = Math.min(1440, to + shift) * scale;
      drawing.append(svg('rect', {class: 'asked', x: x - 1, y: 10, width: Math.max(2, end - x + 2), height: 24, rx: 3}));
    }
  }
  return drawing;
}

function windowOf(node) {
  const minutes = (text) => { const [a, b] = text.split(':'); return Number(a) * 60 + Number(b); };
  const range = /(\d+:\d+)-(\d+:\d+)/.exec(node.asked);
  if (range) {
    const from = minutes(range[1]), to = minutes(range[2]);
    return [from, to < from ? to + 1440 : to];
  }
  const at = /(\d+:\d+)/.exec(node.asked);
  return at ? [minutes(at[1]), minutes(at[1])] : null;
}

/** Who of the reviewers is in a circle, and through whom. */
function circleOf(node) {
  const chains = node.facts.circle;
  if (chains.length === 0) return h('div', {class: 'soft'}, 'no reviewer is in the circle of ', t(node.facts.anchors.join(', '), 200));
  const depth = Math.max(...chains.map((chain) => chain.length));
  const levels = Array.from({length: depth}, () => []);
  const edges = new Set();
  for (const chain of chains.slice(0, 24)) {
    const path = [...chain].reverse();
    path.forEach((person, level) => {
      if (!levels[level].includes(person)) levels[level].push(person);
      if (level > 0) edges.add(JSON.stringify([level - 1, levels[level - 1].indexOf(path[level - 1]), level, levels[level].indexOf(person)]));
    });
  }
  const rows = Math.max(...levels.map((level) => level.length));
  const width = 150, height = 24;
  const x = (level) => 10 + level * width, y = (i) => 14 + i * height;
  const drawing = svg('svg', {viewBox: `0 0 ${x(depth - 1) + width} ${rows * height + 6}`, width: x(depth - 1) + width, height: rows * height + 6, role: 'img',
    'aria-label': plain(`${counted(chains.length, 'reviewer')} in the circle of ${node.facts.anchors.join(', ')}`)});
  for (const edge of edges) {
    const [from, i, to, j] = JSON.parse(edge);
    drawing.append(svg('path', {class: 'edge', d: `M${x(from)} ${y(i)} C${x(from) + 60} ${y(i)} ${x(to) - 60} ${y(j)} ${x(to)} ${y(j)}`}));
  }
  levels.forEach((people, level) => people.forEach((person, i) => drawing.append(
    svg('circle', {class: level === 0 ? 'dot anchor' : 'dot', cx: x(level), cy: y(i), r: 5}),
    svg('text', {class: 'strong', x: x(level) + 10, y: y(i) - 5}, cleaned(person, 20)))));
  const more = chains.length > 24 ? h('div', {class: 'soft small'}, `and ${chains.length - 24} more`) : '';
  return h('div', {}, h('div', {class: 'soft small'}, `reviewers within ${node.facts.hops} of `, t(node.facts.anchors.join(', '), 200)), drawing, more);
}

/** For a drawing: without characters that are not seen. */
function cleaned(text, most) {
  const all = String(text).split('').map((c) => (UNSEEN.test(c) ? '\u25a1' : c)).join('');
  return all.length > most ? `${all.slice(0, most)}…` : all;
}

function reviewsOf(node, item) {
  const counting = node.reviews.filter((review) => review.counts);
  const first = (counting.length > 0 ? counting : []).slice(0, 2);
  const rest = node.reviews.filter((review) => !first.includes(review));
  return h('div', {}, first.map((review) => quoteOf(review, item)), rest.length === 0 ? '' : lazily(
    `${first.length > 0 ? 'and ' : ''}${counted(rest.length, first.length > 0 ? 'more review' : 'review')}${counting.length < node.reviews.length ? ', also those that do not count' : ''}`,
    () => rest.slice(0, 200).map((review) => quoteOf(review, item))));
}

/** Details that are made when they are opened. */
function lazily(summary, make) {
  const out = h('details', {}, h('summary', {}, summary));
  out.addEventListener('toggle', () => { if (out.open && out.childElementCount === 1) out.append(...[make()].flat()); });
  return out;
}

function reviewText(item, id) {
  reviewText.kept ??= new Map();
  if (!reviewText.kept.has(item)) {
    const all = new Map();
    for (const line of details.all('t', 0, item)) {
      for (const [review, pieces] of Object.entries(line)) {
        const known = all.get(review) ?? [];
        all.set(review, [...known, ...pieces.filter(([begin]) => !known.some((piece) => piece[0] === begin))].sort((a, b) => a[0] - b[0]));
      }
    }
    reviewText.kept.set(item, all);
  }
  return reviewText.kept.get(item).get(id) ?? null;
}

function quoteOf(review, item) {
  const pieces = reviewText(item, review.review_id);
  const head = [];
  if (typeof review.stars === 'number') head.push(`${shown(review.stars)} ★`);
  if (typeof review.date === 'string') head.push(t(review.date.slice(0, 10)));
  if (review.author) head.push(t(review.author, 40));
  if (review.role) head.push(t(review.role, 20));
  if (!review.counts) head.push('does not count');
  return h('blockquote', {class: review.counts ? null : 'out'},
    pieces ? marked(pieces, review.matches) : core.options.texts ? '' : h('span', {class: 'soft'}, counted(review.matches.length, 'match', 'matches')),
    h('footer', {class: 'soft'}, head.map((part, i) => [i > 0 ? ' · ' : '', part])));
}

const encoder = new TextEncoder(), decoder = new TextDecoder();

/** Pieces of a review with its matches marked, shortened to what is around them. */
function marked(pieces, matches, around = 160) {
  const out = h('bdi');
  const places = [...matches].sort((a, b) => a[0] - b[0]);
  let isFirst = true;
  for (const [begin, text] of pieces) {
    const bytes = encoder.encode(text);
    const inside = places.filter(([from, to]) => from >= begin && from < begin + bytes.length && to > from);
    const cut = (from, to) => decoder.decode(bytes.subarray(Math.max(0, from), Math.max(0, to)));
    if (inside.length === 0) {
      if (places.length === 0 && isFirst) out.append(t(opening(text, 2 * around)));
      continue;
    }
    let at = 0;
    inside.forEach(([from, to], i) => {
      const before = cut(at, from - begin);
      out.append(t(i === 0 && isFirst ? (begin > 0 && before.length <= around ? '…' : '') + ending(before, around)
        : before.length > 2 * around ? `${opening(before, around)} ${ending(before, around)}` : before));
      out.append(h('mark', {}, t(cut(from - begin, Math.min(to - begin, bytes.length)), 400)));
      at = Math.min(to - begin, bytes.length);
    });
    const after = cut(at, bytes.length);
    out.append(t(opening(after, around)));
    isFirst = false;
  }
  return out;
}

/** What would have to change. */
function whyOf(index, item, value) {
  const why = details.one('w', index, item);
  if (!why) return '';
  const goal = value === 1 ? 'To be no longer a match' : 'To become a match';
  const out = h('section', {}, h('h3', {}, goal));
  if (why.outcome === 'impossible') out.append(h('p', {}, 'Whatever its conditions are, the result stays.'));
  else if (why.outcome === 'gave_up') out.append(h('p', {}, `It takes ${counted(why.size, 'change')} at least.`));
  else out.append(h('p', {class: 'soft'}, `It takes ${counted(why.size, 'change')}${why.sets.length > 1 ? '; any of these:' : ':'}`));
  const sets = why.sets.map((set) => h('li', {class: 'change'}, set.map((change) => h('div', {},
    h('div', {class: 'node'}, h('span', {class: 'label'}, t(change.condition, 200)),
      h('span', {class: 'node'}, shape(change.now), WORDS[change.now], ' → ', change.needs.map((need, i) => [i > 0 ? ' or ' : '', shape(need), WORDS[need]]))),
    h('div', {class: 'facts soft'}, ticked(change.met, 400), change.asked ? [' asked: ', t(change.asked, 300)] : '')))));
  out.append(h(sets.length > 1 ? 'ol' : 'ul', {class: sets.length > 1 ? null : 'tree'}, sets));
  if (why.has_more) out.append(h('p', {class: 'soft'}, 'There are more.'));
  return out;
}

function aside(request, index) {
  const items = matchesOf(request);
  const entry = (item, more) => h('li', {}, shape(valueAt(request, item)), link({item}, itemName(item)), more ?? '');
  const near = request.near.filter(([item]) => valueAt(request, item) !== 1);
  const nameOf = (condition) => request.nodes.find((node) => node.condition === condition)?.name ?? core.conditions[condition].sentence;
  const list = (entries, all) => [h('ul', {class: 'items'}, entries.slice(0, 20)),
    entries.length > 20 ? lazily(`${shown(Math.min(entries.length, 500) - 20)} more`, () => h('ul', {class: 'items'}, entries.slice(20, 500))) : '',
    all > 500 ? h('p', {class: 'soft small'}, `of ${shown(all)} in all`) : ''];
  return h('aside', {'aria-label': 'The request'},
    h('dl', {class: 'pairs'},
      h('dt', {}, 'Matches'), h('dd', {}, shown(request.matches)),
      h('dt', {}, 'Unknown'), h('dd', {}, shown(request.unknown)),
      request.gold !== null ? [h('dt', {}, 'Gold item'), h('dd', {}, goldOf(request, index))] : ''),
    items.length > 0 ? [h('h3', {}, 'Matches'), list(items.map((item, i) => entry(item,
      request.ranked ? h('span', {class: 'soft'}, shown(request.ranked[i][1] ?? 'null')) : item === request.gold_item ? h('span', {class: 'soft small'}, 'gold') : '')), request.matches)] : '',
    near.length > 0 ? [h('h3', {}, 'Near misses'), h('p', {class: 'soft small'}, 'Items that one change would turn into a match'),
      list(near.map(([item, changes]) => entry(item, h('span', {class: 'soft small'}, t(nameOf(changes[0][0]), 60)))), request.near_count)] : '',
    request.gave_up ? h('p', {class: 'soft'}, 'It has too many conditions to try each at all items.') : '',
    h('h3', {}, 'As written'), sourceOf(request));
}

/* ---- Formulas ---- */

/** A bar within its track; `from` and `to` are parts of it. */
function bar(from, to, kind = '') {
  const inner = h('span', {class: `fill ${kind}`});
  inner.style.left = `${100 * Math.min(from, to)}%`;
  inner.style.width = `max(2px, ${100 * Math.abs(to - from)}%)`;
  return h('span', {class: 'track', 'aria-hidden': 'true'}, inner);
}

function firstNumber(outputs) {
  const formula = core.formulas[state.formula];
  return formula && outputs === formula.outputs ? formula.by : 0;
}

/** A list, of which there is the length; its values are at the step. */
const isList = (value) => value?.length_of_list !== undefined;
const valueText = (value) => (value === null ? h('span', {class: 'w-unknown'}, 'null') : isNumber(value) ? valued(value)
  : isList(value) ? counted(value.length_of_list, 'value') : t(value, 80));

/** An output at an item: its value, or what it may be as long as answers are to come. */
const boundsOf = (output, item) => output.bounds?.[item] ?? null;
function outputText(output, item) {
  const bounds = boundsOf(output, item);
  if (!bounds) return valueText(output.values[item]);
  const isKnown = bounds.text !== 'not settled';
  return h('span', {class: 'unsettled'}, isKnown ? ['in ', t(bounds.text, 120)] : 'not settled');
}
/** From where to where its number may be, as far as that is known. */
function rangeOf(output, item, low, high) {
  if (isNumber(output.values[item])) return [0, output.values[item], ''];
  const {lower, upper} = boundsOf(output, item)?.bound ?? {};
  return lower === undefined ? null : [lower ?? low, upper ?? high, 'wide'];
}

function ranking(formula, output) {
  const {values} = formula.outputs[output];
  const isDown = output === formula.by ? formula.descending : true;
  const order = values.map((_, item) => item);
  const rank = (value) => (value === null ? 3 : isList(value) ? 2 : isNumber(value) ? 0 : 1);
  order.sort((a, b) => {
    const x = values[a], y = values[b];
    if (rank(x) !== rank(y)) return rank(x) - rank(y);
    const less = x < y ? -1 : x > y ? 1 : 0;
    return (isDown ? -less : less) || a - b;
  });
  return order;
}

function drawFormulas(root) {
  const index = state.formula, formula = core.formulas[index];
  const output = formula.outputs[state.output];
  const order = output ? ranking(formula, state.output) : [];
  if (state.item < 0) state.item = order[0] ?? -1;
  const pick = (item) => go({item});
  root.append(h('div', {class: 'bar'},
    core.formulas.length > 1 ? choice('Formula', core.formulas.map((each, i) => [i, plain(each.name)]), index,
      (value) => go({formula: Number(value), output: core.formulas[value].by, item: -1})) : '',
    choice('Output', formula.outputs.map((each, i) => [i, plain(each.name)]), state.output, (value) => go({output: Number(value)})),
    picker('Item', itemTexts(), state.item, pick)));
  root.append(h('h2', {}, t(formula.name, 100), ' ', h('span', {class: 'soft'}, t(output?.name ?? '', 60))));
  if (!output) return;
  root.append(h('div', {class: 'cols even'},
    h('section', {'aria-labelledby': 'ranking'}, h('h3', {id: 'ranking'}, 'Ranking'), rankingOf(output, order)),
    h('section', {'aria-labelledby': 'distribution'}, h('h3', {id: 'distribution'}, 'Distribution'), distributionOf(output), unsettledOf(output), nullsOf(formula, output))));
  if (state.item >= 0) root.append(scoreOf(formula, index, state.item, output));
}

function rankingOf(output, order) {
  const ends = Object.values(output.bounds ?? {}).flatMap(({bound}) => [bound.lower, bound.upper]);
  const numbers = [...output.values, ...ends].filter(isNumber).map(Number);
  const low = Math.min(0, ...minMax(numbers)), high = Math.max(0, ...minMax(numbers));
  const at = (value) => (Number(value) - low) / (high - low || 1);
  const barOf = (item) => {
    const range = rangeOf(output, item, low, high);
    return range ? bar(at(range[0]), at(range[1]), range[2]) : h('span', {class: 'track none'});
  };
  const row = (item, place) => h('li', {class: item === state.item ? 'chosen' : null},
    h('span', {class: 'place soft'}, boundsOf(output, item) ? '' : shown(place + 1)), link({item}, itemName(item)),
    barOf(item), h('span', {class: 'n'}, outputText(output, item)));
  const rows = order.slice(0, 15).map(row);
  const place = order.indexOf(state.item);
  return h('div', {}, h('ol', {class: 'ranked'}, rows),
    place >= 15 ? h('ol', {class: 'ranked'}, row(state.item, place)) : '',
    order.length > 15 ? lazily(`${shown(Math.min(order.length, 500) - 15)} more`, () => h('ol', {class: 'ranked'}, order.slice(15, 500).map((item, i) => row(item, i + 15)))) : '');
}

function minMax(numbers) {
  let low = Infinity, high = -Infinity;
  for (const value of numbers) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return numbers.length > 0 ? [low, high] : [0, 0];
}

function distributionOf(output) {
  const numbers = output.values.filter(isNumber).map(Number);
  const isOfNumbers = numbers.length > 0;
  const mine = output.values[state.item];
  if (!isOfNumbers) {
    const counts = new Map();
    for (const value of output.values) if (value !== null && !isList(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const kinds = [output.bounds && 'not settled', output.values.some(isList) && 'a list', output.values.some((value) => value === null) && !output.bounds && 'null'];
    if (counts.size === 0) return h('p', {class: 'soft'}, `It is ${kinds.filter(Boolean).join(' or ')} at all items.`);
    const most = Math.max(...counts.values());
    return h('ol', {class: 'ranked'}, [...counts].sort((a, b) => b[1] - a[1]).slice(0, 30).map(([value, count]) =>
      h('li', {class: value === mine ? 'chosen' : null}, h('span', {}, t(value, 60)), bar(0, count / most), h('span', {class: 'n'}, shown(count)))));
  }
  const [low, high] = minMax(numbers);
  const bins = low === high ? 1 : Math.min(24, Math.max(6, Math.ceil(Math.sqrt(numbers.length))));
  const binOf = (value) => (low === high ? 0 : Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins)));
  const counts = new Array(bins).fill(0);
  for (const value of numbers) ++counts[binOf(value)];
  const width = 460, height = 130, most = Math.max(...counts);
  const drawing = svg('svg', {viewBox: `-4 -16 ${width + 8} ${height + 36}`, width: width + 8, height: height + 36, role: 'img',
    'aria-label': `${counted(numbers.length, 'value')} from ${shown(low)} to ${shown(high)}`});
  counts.forEach((count, i) => {
    const tall = (count / most) * height;
    drawing.append(svg('rect', {class: isNumber(mine) && binOf(Number(mine)) === i ? 'open' : 'bin', x: (i * width) / bins + 1, y: height - tall, width: width / bins - 2, height: tall}));
    if (count === most) drawing.append(svg('text', {x: ((i + 0.5) * width) / bins, y: height - tall - 4, 'text-anchor': 'middle'}, shown(count)));
  });
  drawing.append(svg('line', {class: 'axis', x1: 0, x2: width, y1: height, y2: height}),
    svg('text', {x: 0, y: height + 15}, shown(low)), svg('text', {x: width, y: height + 15, 'text-anchor': 'end'}, shown(high)));
  const sorted = [...numbers].sort((a, b) => a - b);
  return [drawing, h('p', {class: 'soft small'}, `median ${shown(sorted[Math.floor(sorted.length / 2)])}`,
    isNumber(mine) ? ['; the chosen item has ', h('strong', {}, shown(mine)), `, more than ${shown(output.values.filter((value) => isNumber(value) && value < mine).length)} of ${shown(sorted.length)}`] : '')];
}

function unsettledOf(output) {
  const count = Object.keys(output.bounds ?? {}).length;
  return count > 0 ? h('p', {class: 'soft small'}, `Not counted: ${counted(count, 'item')} at which it is not settled, as answers are to come.`) : '';
}

function nullsOf(formula, output) {
  const nulls = formula.ledger.null_outputs.filter((each) => each.output === output.name);
  if (nulls.length === 0) return '';
  return h('div', {}, h('h3', {}, 'Nulls'), h('ul', {class: 'items'}, nulls.map((each) => h('li', {},
    h('strong', {}, counted(each.items, 'item')), t(each.cause, 80), h('span', {class: 'soft'}, 'in ', t(each.step, 60))))));
}

/* An expression of numbers, names and + - * / ( ) min max, in terms that add up; or null. */
function termsOf(text, values) {
  const names = Object.keys(values).sort((a, b) => b.length - a.length);
  let at = 0;
  const space = () => { while (text[at] === ' ') ++at; };
  const take = (sign) => { space(); if (!text.startsWith(sign, at)) return false; at += sign.length; return true; };
  const fail = () => { throw new SyntaxError('not a sum'); };
  const atom = () => {
    space();
    if (take('(')) { const value = sum().reduce((a, term) => a + term.value, 0); return take(')') ? value : fail(); }
    if (take('-')) return -atom();
    for (const name of ['min', 'max']) {
      if (!text.startsWith(`${name}(`, at)) continue;
      at += 4;
      const all = [];
      do all.push(sum().reduce((a, term) => a + term.value, 0)); while (take(','));
      return take(')') ? Math[name](...all) : fail();
    }
    const name = names.find((each) => text.startsWith(each, at) && !/\w/.test(text[at + each.length] ?? ''));
    if (name !== undefined && typeof values[name] === 'number') { at += name.length; return values[name]; }
    const found = /^\d+(\.\d+)?(e[+-]?\d+)?/i.exec(text.slice(at));
    if (!found) return fail();
    at += found[0].length;
    return Number(found[0]);
  };
  const product = () => {
    let value = atom();
    for (;;) {
      space();
      if (text.startsWith('**', at) || text.startsWith('//', at)) return fail();
      if (take('*')) value *= atom();
      else if (take('/')) value /= atom();
      else return value;
    }
  };
  const sum = () => {
    const terms = [];
    let sign = 1;
    for (;;) {
      space();
      const begin = at;
      const value = product();
      terms.push({text: text.slice(begin, at).trim(), value: sign * value, sign});
      if (take('+')) sign = 1;
      else if (take('-')) sign = -1;
      else return terms;
    }
  };
  try {
    const terms = sum();
    space();
    return at === text.length ? terms : null;
  } catch {
    return null;
  }
}

/** What adds up to a step's value: rows, groups or terms; null if that is not known for certain. */
function partsOf(step) {
  if (typeof step.value !== 'number') return null;
  let parts = null;
  if (step.op === 'sum' && step.rows) parts = step.rows.map((row) => ({label: [reviewLabel(row)], value: row.value}));
  if (step.op === 'count' && step.rows) parts = step.rows.map((row) => ({label: [reviewLabel(row)], value: 1}));
  if (step.groups && step.groups.every((group) => isNumber(group.value))) parts = step.groups.filter((group) => group.holds !== false).map((group) => ({label: [t(group.label, 40)], value: group.value}));
  if (step.op === 'expr') {
    const taken = step.branches?.[0]?.taken?.text ?? step.expr;
    parts = termsOf(taken, step.values ?? {})?.map((term) => ({label: [h('code', {}, t((term.sign < 0 ? '− ' : '') + term.text, 70))], value: term.value})) ?? null;
  }
  if (!parts || parts.length === 0 || !parts.every((part) => typeof part.value === 'number')) return null;
  const sum = parts.reduce((a, part) => a + part.value, 0);
  return Math.abs(sum - step.value) <= 1e-9 * Math.max(1, Math.abs(step.value)) ? parts : null;
}

const reviewLabel = (row) => {
  const values = Object.values(row.values ?? {}).filter((value) => typeof value === 'string');
  return h('span', {class: 'soft'}, 'review ', h('span', {class: 'code'}, t(row.review_id, 8)), values.length > 0 ? [' ', t(values.join(', '), 40)] : '');
};

/** Parts that follow one another up to their sum. */
function waterfall(parts, total, name) {
  const most = 30;
  let shownParts = parts;
  if (parts.length > most) {
    const rest = parts.slice(most - 1);
    shownParts = [...parts.slice(0, most - 1), {label: [`${rest.length} more`], value: rest.reduce((a, part) => a + part.value, 0)}];
  }
  const edges = [0];
  for (const part of shownParts) edges.push(edges.at(-1) + part.value);
  const [low, high] = minMax(edges);
  const at = (value) => (value - low) / (high - low || 1);
  return h('ol', {class: 'ranked fall'}, shownParts.map((part, i) => h('li', {}, h('span', {}, part.label),
    bar(at(edges[i]), at(edges[i + 1]), part.value < 0 ? 'minus' : 'plus'), h('span', {class: 'n'}, `${part.value > 0 && i > 0 ? '+' : ''}${valued(part.value)}`))),
  h('li', {class: 'total'}, h('span', {}, t(name, 60)), bar(at(0), at(total)), h('span', {class: 'n'}, valued(total))));
}

/** Comparisons with numbers, and how far their sides are apart. */
function thresholdsOf(step) {
  const texts = [];
  for (const test of step.tested ?? []) texts.push([test.when, {...test.values}]);
  for (const branch of step.branches ?? []) for (const condition of branch.conditions) texts.push([condition.text, step.values ?? {}]);
  const found = [];
  for (const [text, values] of texts) {
    for (const part of text.split(/ and | or /)) {
      const compared = /^\s*(?:(.+?)\s*)?(<=|>=|<|>|==)\s*(-?\d+(?:\.\d+)?)\s*$/.exec(part);
      if (!compared) continue;
      const name = compared[1] ?? step.source;
      const value = compared[1] === undefined ? step.source_value : values[compared[1]];
      if (isNumber(value)) found.push({name, sign: compared[2], limit: parsed(compared[3]), value});
    }
  }
  return found;
}

const HOLDS = {'<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b, '==': (a, b) => a == b}; // eslint-disable-line eqeqeq -- of a number and a BigInt

function thresholdRow({name, sign, limit, value}) {
  const holds = HOLDS[sign](value, limit);
  const [from, to] = [Number(value), Number(limit)];
  const low = Math.min(0, from, to), high = Math.max(0, from, to);
  const at = (x) => (Number(x) - low) / (high - low || Math.max(Math.abs(from), 1e-9));
  const isExact = [value, limit].every((each) => typeof each === 'bigint' || Number.isInteger(each));
  const apart = isExact ? BigInt(value) - BigInt(limit) : value - limit;
  const track = bar(at(0), at(value), 'pale');
  const tick = h('span', {class: 'tick'});
  tick.style.left = `${100 * at(limit)}%`;
  track.append(tick);
  return h('li', {}, h('span', {}, h('code', {}, t(`${name} ${sign} ${valued(limit)}`, 60))), track,
    h('span', {class: 'n'}, holds ? 'holds' : 'does not hold', HOLDS['=='](value, limit) ? '' : `, ${valued(apart < 0 ? -apart : apart)} away`));
}

function scoreOf(formula, index, item, output) {
  const explained = details.one('f', index, item);
  const out = h('section', {'aria-labelledby': 'score'}, h('h2', {id: 'score'}, itemTitle(item)));
  out.append(h('dl', {class: 'pairs outputs'}, formula.outputs.map((each) => [h('dt', {}, t(each.name, 60)), h('dd', {}, outputText(each, item))])));
  if (!explained) {
    out.append(noteOnLeftOut(null, item));
    return out;
  }
  if (explained.open) out.append(h('p', {class: 'note'}, `No answer yet about ${counted(explained.open.length, 'review')} of this item. Below is what follows without ${explained.open.length === 1 ? 'it' : 'them'}.`));
  const steps = new Map(explained.steps.map((step) => [step.name, step]));
  out.append(chainOf(steps, output.name));
  const thresholds = explained.steps.flatMap(thresholdsOf);
  const unique = [...new Map(thresholds.map((each) => [`${each.name}${each.sign}${each.limit}`, each])).values()];
  if (unique.length > 0) out.append(h('h3', {}, 'Thresholds'), h('ol', {class: 'ranked'}, unique.slice(0, 30).map(thresholdRow)));
  out.append(...(details.one('v', index, item) ?? []).map((why) => turningOf(why, item)), flipsOf(details.one('p', index, item) ?? []));
  out.append(h('h3', {}, 'Steps'), lazily(`all ${counted(explained.steps.length, 'step')}`, () => h('ol', {class: 'steps'}, explained.steps.map((step) => stepOf(step)))));
  out.append(h('h3', {}, 'Reviews'), rowsOf(formula, index, item, explained));
  return out;
}

/** The changes of single rows that turn a verdict. */
function turningOf(why, item) {
  const out = h('section', {}, h('h3', {}, 'What would change ', t(why.output, 60)));
  if (why.outcome !== 'found') {
    out.append(h('p', {}, ticked(why.reason ?? 'No change does.', 400)));
    return out;
  }
  out.append(h('p', {class: 'soft'}, `It takes ${counted(why.size, 'change')}${why.sets.length > 1 ? '; any of these:' : ':'}`));
  const sets = why.sets.map((set) => h('li', {class: 'change'}, set.map((change) => rowChange(change, item))));
  out.append(h(why.sets.length > 1 ? 'ol' : 'ul', {class: why.sets.length > 1 ? null : 'tree'}, sets));
  return out;
}

const jsonText = (value) => (value === null ? 'nothing' : typeof value === 'object' ? JSON.stringify(value) : value);

function rowChange(change, item) {
  const WHAT = {fields: 'the review', left_out: 'the review is no row', added: 'the review becomes a row'};
  const fields = Object.entries(change.fields ?? {}).map(([name, {from, to}]) => h('div', {class: 'node'}, h('span', {class: 'label'}, t(name, 60)),
    change.change === 'fields' ? [t(jsonText(from), 60), ' → '] : '', h('strong', {}, t(jsonText(to), 60))));
  const pieces = reviewText(item, change.review);
  const text = pieces ? h('div', {class: 'soft'}, t(opening(pieces[0][1], 160))) : '';
  return h('div', {}, h('div', {class: 'node'}, WHAT[change.change], ' ', h('span', {class: 'code small'}, t(change.review, 24))), h('div', {class: 'facts'}, fields, text));
}

const percent = (share) => `${number.format(Math.round(share * 1000) / 10)} %`;

/** How often verdicts flip if what was extracted is wrong. */
function flipsOf(outputs) {
  if (outputs.length === 0) return '';
  const one = ({output, items: [item]}) => {
    const values = [[item.value, 1 - item.flips, 'pale'], ...item.becomes.map(({value, probability}) => [value, probability, ''])];
    const rows = values.map(([value, share, kind]) => h('li', {}, h('span', {}, valueText(value)), bar(0, share, kind), h('span', {class: 'n'}, percent(share))));
    return [h('p', {class: 'soft'}, t(output, 60), ` flips in ${percent(item.flips)} of all cases`, item.exact ? '.' : ` (± ${percent(item.standard_error)}).`), h('ol', {class: 'ranked'}, rows)];
  };
  const [{probability}] = outputs;
  return h('section', {}, h('h3', {}, 'If extracted values are wrong'),
    h('p', {class: 'soft'}, `Each with a probability of ${percent(probability)}, whatever the others are.`), outputs.map(one));
}

/** From an output down to the step that is a sum, and what it is the sum of. */
function chainOf(steps, name) {
  const chain = [];
  let step = steps.get(name) ?? [...steps.values()].find((each) => name.startsWith(each.name));
  let parts = null;
  for (let i = 0; step && i < 8; ++i) {
    chain.push(step);
    parts = partsOf(step);
    if (parts && (parts.length > 1 || step.rows)) break;
    const inputs = step.source ? [step.source] : Object.keys(step.values ?? {});
    step = inputs.length === 1 ? steps.get(inputs[0]) : null;
    parts = null;
  }
  const last = chain.at(-1);
  return h('div', {}, h('h3', {}, 'How it comes about'),
    h('p', {class: 'soft'}, chain.map((each, i) => [i > 0 ? ' ← ' : '', t(each.name, 60), ' ', h('strong', {}, valueText(each.value ?? null))])),
    parts ? waterfall(parts, last.value, last.name) : last ? h('p', {}, h('code', {}, t(last.expr ?? last.conditions ?? last.op, 400))) : '');
}

function stepOf(step) {
  const parts = partsOf(step);
  const head = [h('span', {class: 'label'}, t(step.name, 80)), ' ', h('span', {class: 'soft'}, step.op), ' '];
  if ('value' in step) head.push(h('strong', {}, Array.isArray(step.value) ? counted(step.value.length, 'value') : typeof step.value === 'object' && step.value !== null ? 'object' : valueText(step.value)));
  else if (step.rows) head.push(counted(step.rows.length, 'row'));
  if (step.output) head.push(h('span', {class: 'soft small'}, ' output'));
  const body = h('div', {class: 'facts'});
  const expression = step.expr ?? step.definition ?? [step.of, step.conditions].filter(Boolean).join(' ');
  if (expression) body.append(h('div', {}, h('code', {}, t(expression, 600))));
  if (step.null) body.append(h('div', {class: 'w-unknown'}, 'null: ', t(step.null.cause, 80), step.null.step === step.name ? '' : [' in ', t(step.null.step, 60)]));
  const values = Object.entries(step.values ?? {});
  if (values.length > 0) body.append(h('div', {class: 'soft'}, values.slice(0, 30).map(([name, value], i) => [i > 0 ? ', ' : '', t(name, 60), ' ', valueText(Array.isArray(value) || (typeof value === 'object' && value !== null) ? JSON.stringify(value) : value)])));
  if (step.source !== undefined) body.append(h('div', {class: 'soft'}, 'from ', t(step.source, 80), step.key !== undefined ? [', key ', step.key === null ? 'none: the default' : t(step.key, 60)] : '', step.rule ? `, rule ${step.rule}` : ''));
  if (step.rows && (step.not_passed > 0 || step.left_out?.length > 0)) {
    const left = Array.isArray(step.left_out) ? step.left_out.length : step.left_out ?? 0;
    body.append(h('div', {class: 'soft small'}, `${counted(step.rows.length, 'row')}, ${shown(step.not_passed)} not passed${left ? `, ${shown(left)} left out` : ''}`));
  }
  if (parts && parts.length > 1) body.append(lazily('as parts that add up', () => waterfall(parts, step.value, step.name)));
  return h('li', {}, h('div', {class: 'head'}, head), body);
}

/** The rows of an item with what the formula made of them; keywords and quotes are marked. */
function rowsOf(formula, index, item, explained) {
  const rows = new Map();
  for (const step of explained.steps) {
    for (const row of Array.isArray(step.rows) ? step.rows : []) {
      const entry = rows.get(row.review_id) ?? {steps: [], values: {}};
      entry.steps.push(step.name);
      Object.assign(entry.values, row.values);
      rows.set(row.review_id, entry);
    }
  }
  if (rows.size === 0) return h('p', {class: 'soft'}, 'No review is a row.');
  const quotes = details.one('q', index, item) ?? {};
  const one = ([id, entry]) => {
    const pieces = reviewText(item, id);
    const words = [...Object.values(quotes[id] ?? {}), ...formula.keywords];
    const values = Object.entries(entry.values).map(([name, value], i) => [i > 0 ? ', ' : '', t(name.replace(/^extraction\./, ''), 40), ' ', h('strong', {}, valueText(typeof value === 'object' && value !== null ? JSON.stringify(value) : value))]);
    return h('blockquote', {}, pieces ? marked(pieces, placesOf(pieces, words)) : '',
      h('footer', {class: 'soft'}, h('span', {class: 'code'}, t(id, 24)), values.length > 0 ? [' · ', values] : '', ' · counts in ', t(entry.steps.join(', '), 200)));
  };
  const all = [...rows];
  return h('div', {}, all.slice(0, 6).map(one), all.length > 6 ? lazily(`and ${counted(all.length - 6, 'more review')}`, () => all.slice(6).map(one)) : '');
}

/** Where words occur in pieces, in bytes. */
function placesOf(pieces, words) {
  const places = [];
  for (const [begin, text] of pieces) {
    const lower = text.toLowerCase();
    if (lower.length !== text.length) continue;
    for (const word of words.map((each) => each.toLowerCase()).filter(Boolean)) {
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
        const from = begin + encoder.encode(text.slice(0, at)).length;
        places.push([from, from + encoder.encode(text.slice(at, at + word.length)).length]);
      }
    }
  }
  places.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  return places.filter((place, i) => i === 0 || place[0] >= places[i - 1][1]);
}

/* ---- The ledger ---- */

/** A whole as parts that add up to it. */
function stacked(title, whole, parts) {
  const used = parts.filter(([, count]) => count > 0);
  const sum = used.reduce((a, [, count]) => a + count, 0);
  const line = h('div', {class: 'stack', 'aria-hidden': 'true'});
  used.forEach(([, count, kind]) => {
    const part = h('span', {class: kind});
    part.style.flexGrow = String(count);
    line.append(part);
  });
  return h('div', {class: 'ledger'}, h('div', {class: 'head'}, title, ' ', h('span', {class: 'soft'}, shown(whole))), line,
    h('ul', {class: 'legend'}, used.map(([name, count, kind]) => h('li', {}, h('span', {class: `key ${kind}`}), `${shown(count)} ${name}`))),
    sum === whole ? '' : h('p', {class: 'note'}, `The parts add up to ${shown(sum)}, and not to ${shown(whole)}.`));
}

function drawLedger(root) {
  const items = core.items.ids.length;
  for (const formula of core.formulas) {
    const ledger = formula.ledger;
    root.append(h('h2', {}, t(formula.name, 100)));
    root.append(stacked('Reviews', ledger.reviews, [
      ['rows', ledger.rows, 'k1'], ['not relevant', ledger.reviews - ledger.relevant, 'k2'], ['open', ledger.open ?? 0, 'k7'], ['without an extraction', ledger.missing_extractions, 'k3'],
      ['not judged', ledger.not_judged ?? 0, 'k4'], ['judged inappropriate', ledger.judged_inappropriate ?? 0, 'k5'], ['filtered', ledger.filtered ?? 0, 'k6']]));
    const rows = ledger.extractions;
    if (rows) {
      root.append(stacked('Rows of extractions', rows.rows, [['used', rows.used, 'k1'], ['open', rows.open ?? 0, 'k7'], ['broken', rows.broken_lines, 'k3'], ['of unknown reviews', rows.unknown_reviews, 'k4'], ['repeated', rows.duplicate_reviews, 'k5']]));
    }
    for (const output of formula.outputs) {
      const nulls = ledger.null_outputs.filter((each) => each.output === output.name);
      const open = (ledger.not_settled ?? []).find((each) => each.output === output.name)?.items ?? 0;
      if (nulls.length === 0 && open === 0) continue;
      const lost = nulls.reduce((a, each) => a + each.items, open);
      root.append(stacked(t(output.name, 60), items, [['values', items - lost, 'k1'], ['not settled', open, 'k7'], ...nulls.map((each, i) => [`null: ${each.cause} in ${cleaned(each.step, 40)}`, each.items, `k${3 + (i % 4)}`])]));
    }
    if (ledger.rows_left_out.length > 0) {
      root.append(h('h3', {}, 'Rows that aggregates left out'), h('ul', {class: 'items'}, ledger.rows_left_out.map((each) =>
        h('li', {}, t(each.step, 60), h('strong', {}, shown(each.rows ?? each.groups)), t(each.cause, 80)))));
    }
  }
  const requests = core.requests.filter((request) => request.values !== '');
  if (requests.length > 0) {
    root.append(h('h2', {}, 'Items by request'), h('ul', {class: 'legend'},
      h('li', {}, h('span', {class: 'key k1'}), 'yes'), h('li', {}, h('span', {class: 'key k3'}), 'unknown'), h('li', {}, h('span', {class: 'key k2'}), 'no')));
    const rows = requests.slice(0, 300).map((request) => {
      const no = items - request.matches - request.unknown;
      const line = h('span', {class: 'stack', 'aria-hidden': 'true'});
      for (const [count, kind] of [[request.matches, 'k1'], [request.unknown, 'k3'], [no, 'k2']]) {
        const part = h('span', {class: kind});
        part.style.flexGrow = String(count);
        if (count > 0) line.append(part);
      }
      return h('li', {}, h('span', {}, t(request.id, 40)), line, h('span', {class: 'n'}, `${shown(request.matches)} + ${shown(request.unknown)} + ${shown(no)}`));
    });
    root.append(h('ol', {class: 'ranked sums'}, rows));
  }
}

/* ---- How it ran ---- */

function drawRun(root) {
  const times = details.one('m', 0, 0)?.times ?? [];
  const stages = details.one('s', 0, 0);
  if (times.length > 0) {
    const most = Math.max(...times.map(([, time]) => time));
    root.append(h('h2', {}, 'Time'), h('p', {class: 'soft'}, 'Measured while this page was made, in milliseconds.'),
      h('ol', {class: 'ranked'}, times.map(([name, time]) => h('li', {}, h('span', {}, t(name, 60)), bar(0, time / (most || 1)), h('span', {class: 'n'}, time.toFixed(1))))));
  }
  if (!stages) {
    root.append(h('p', {class: 'soft'}, 'The plan and the stages are left out, as the page would be too large.'));
    return;
  }
  root.append(h('h2', {}, 'Plan'), h('p', {class: 'soft'}, 'Which conditions are decided where, and what each needs of the ones before it',
    /\b(index|scan)\b/.test(stages.plan) ? '; for each pattern, whether the index of words answers it, or a scan of the texts.' : '. The data has no index of words: patterns are found by scanning the texts that are still open.'),
  h('pre', {}, t(stages.plan, 200000)));
}

/* ---- The code ---- */

/** The keys of a line: what it is about. Lines of other stages with a common key are linked. */
function keysOf(stage, text) {
  const lines = text.split('\n');
  const keys = lines.map(() => new Set());
  if (stage === 'ir' || stage === 'opt') {
    const definitions = new Map();
    lines.forEach((line, i) => {
      const defined = /^\s*(%\d+) = (.*)$/.exec(line);
      if (!defined) return;
      definitions.set(defined[1], i);
      if (/^(meta|hours|review)\.|^text\.(any|credible|circle) /.test(defined[2])) keys[i].add(`what ${defined[2]}`);
    });
    lines.forEach((line, i) => {
      const named = /^\s*(condition|request|formula) "((?:[^"\\]|\\.)*)" = (%\d+)/.exec(line);
      if (!named) return;
      const key = `${named[1]} ${named[2]}`;
      keys[i].add(key);
      if (definitions.has(named[3])) keys[definitions.get(named[3])].add(key);
    });
  } else if (stage === 'plan') {
    lines.forEach((line, i) => {
      const condition = /^\s*condition (\d+)(?:$|[: ])/.exec(line);
      if (condition) keys[i].add(`number ${condition[1]}`);
      for (const used of line.matchAll(/\bcondition (\d+)\b/g)) keys[i].add(`number ${used[1]}`);
      const request = /^\s*request (.+?): yes/.exec(line);
      if (request) keys[i].add(`request ${request[1]}`);
    });
  } else if (stage === 'source') {
    lines.forEach((line, i) => {
      const named = /^\s*let\s+([\w$-]+)\s*=/.exec(line) ?? /^\s*([\w.-]+):/.exec(line);
      if (named) {
        keys[i].add(`condition ${named[1]}`);
        keys[i].add(`request ${named[1]}`);
      }
    });
    if (lines.filter((line) => /^\s*[\w.-]+:/.test(line)).length === 0) {
      const open = lines.findIndex((line) => /^\s*[A-Za-z_]+\(/.test(line) && !/^\s*(let|import)\b/.test(line));
      if (open >= 0) keys[open].add('request 1');
    }
  } else {
    let label = '';
    lines.forEach((line, i) => {
      const found = /^([A-Za-z_][\w.$]*):/.exec(line);
      if (found && !found[1].startsWith('.')) label = found[1];
      if (label !== '') keys[i].add(`function ${label}`);
    });
  }
  return {lines, keys};
}

function drawCode(root) {
  const stages = details.one('s', 0, 0);
  if (!stages) {
    root.append(h('p', {class: 'soft'}, 'The stages are left out, as the page would be too large.'));
    return;
  }
  const panes = [...stages.sources.map(([name, text]) => ['source', name, text]), ['ir', 'IR', stages.ir], ['opt', 'IR, optimised', stages.opt], ['plan', 'Plan', stages.plan]];
  if (stages.asm !== undefined) panes.push(['asm', 'Native code', stages.asm]);
  const parsed = panes.map(([stage, , text]) => keysOf(stage, text));
  linkNumbers(panes, parsed);
  const shownPanes = [];
  const light = (keys, from) => {
    for (const pane of shownPanes) {
      let first = null;
      for (const line of pane.element.querySelectorAll('[data-line]')) {
        const isLit = keys !== null && [...pane.keys[Number(line.dataset.line)]].some((key) => keys.has(key));
        line.classList.toggle('lit', isLit);
        if (isLit) first ??= line;
      }
      if (first && pane !== from && keys !== null) pane.element.scrollTop = first.offsetTop - pane.element.offsetTop - 40;
    }
  };
  const columns = panes.map(([stage, title], p) => {
    const {lines, keys} = parsed[p];
    const most = 4000;
    const element = h('div', {class: 'lines code', tabindex: '0', role: 'region', 'aria-label': plain(title)},
      lines.slice(0, most).map((line, i) => {
        const linked = keys[i].size > 0 && stage !== 'asm';
        return h(linked ? 'button' : 'div', linked ? {type: 'button', class: 'line', 'data-line': i, click: () => light(keys[i], pane)} : {class: 'line', 'data-line': i}, line === '' ? ' ' : t(line, 600));
      }), lines.length > most ? h('div', {class: 'line soft'}, `and ${shown(lines.length - most)} more lines`) : '');
    const pane = {element, keys};
    shownPanes.push(pane);
    return h('div', {class: 'pane'}, h('h3', {}, t(title, 80)), element);
  });
  root.append(h('h2', {class: 'vh'}, 'Code'), h('p', {class: 'soft'}, 'From the source to native code. A line that is chosen lights up what it became in the other stages.'), h('div', {class: 'panes'}, columns), stages.no_asm === undefined ? '' : h('p', {class: 'note'}, 'There is no native code: ', t(stages.no_asm, 400)));
}

/** The conditions that requests ask, as the optimised IR has them, in its order: that of the plan. */
function conditionsOf(lines) {
  const uses = new Map(), asked = [], needed = new Set();
  lines.forEach((line, i) => {
    const defined = /^\s*(%\d+) = (\S+)(.*)$/.exec(line);
    if (defined) uses.set(defined[1], {line: i, args: /^(meta|hours|review|text)\./.test(defined[2]) ? [] : defined[3].match(/%\d+/g) ?? []});
    const request = /^\s*request "(?:[^"\\]|\\.)*" = (%\d+)/.exec(line);
    if (request) asked.push(request[1]);
  });
  while (asked.length > 0) {
    const value = asked.pop();
    if (needed.has(value) || !uses.has(value)) continue;
    needed.add(value);
    asked.push(...uses.get(value).args);
  }
  return [...needed].map((value) => uses.get(value).line).sort((x, y) => x - y);
}

/** Links conditions of the plan, which are numbered, to the IR; and names to what they stand for. */
function linkNumbers(panes, parsed) {
  const opt = parsed[panes.findIndex(([stage]) => stage === 'opt')];
  const plan = parsed[panes.findIndex(([stage]) => stage === 'plan')];
  const whats = conditionsOf(opt.lines).map((line) => [...opt.keys[line]].find((key) => key.startsWith('what '))).filter((key) => key !== undefined);
  const planned = new Set(plan.keys.flatMap((keys) => [...keys].filter((key) => key.startsWith('number '))));
  plan.keys.forEach((keys) => {
    for (const key of [...keys]) {
      const numbered = /^number (\d+)$/.exec(key);
      if (numbered && planned.size === whats.length) keys.add(whats[Number(numbered[1])]);
    }
  });
  const joined = new Map();
  for (const {keys} of parsed) {
    for (const set of keys) {
      const whatKey = [...set].find((key) => key.startsWith('what '));
      if (whatKey) for (const key of set) if (key.startsWith('condition ')) joined.set(key, whatKey);
    }
  }
  for (const {keys} of parsed) {
    for (const set of keys) for (const key of [...set]) if (joined.has(key)) set.add(joined.get(key));
  }
}

/* ---- The page ---- */

const VIEWS = [
  {id: 'requests', title: 'Requests', has: () => core.requests.length > 0, draw: drawRequests},
  {id: 'matrix', title: 'Matrix', has: () => core.requests.some((request) => request.values !== ''), draw: drawMatrix},
  {id: 'request', title: 'One request', has: () => core.requests.length > 0, draw: drawRequest},
  {id: 'formulas', title: 'Formulas', has: () => core.formulas.length > 0, draw: drawFormulas},
  {id: 'ledger', title: 'Ledger', has: () => true, draw: drawLedger},
  {id: 'run', title: 'Plan and time', has: () => true, draw: drawRun},
  {id: 'code', title: 'Code', has: () => true, draw: drawCode},
];

function summary() {
  const parts = [counted(core.items.ids.length, 'item'), counted(core.reviews, 'review')];
  if (core.requests.length > 0) parts.push(counted(core.requests.length, 'request'));
  if (core.formulas.length > 0) parts.push(counted(core.formulas.length, 'formula'));
  return parts.join(' · ');
}

/** What the size of the page left out. */
function leftOutNote() {
  const words = {gold: ['gold item', 'gold items'], match: ['other match', 'other matches'], near: ['near miss', 'near misses'], ranked: ['ranked item', 'ranked items']};
  const parts = [];
  for (const [kind, [has, all]] of Object.entries(leftOut)) {
    if (has < all) parts.push(`${shown(all - has)} of ${counted(all, ...words[kind])}`);
  }
  const lines = [];
  if (parts.length > 0) lines.push(`The evidence of ${parts.join(', ')} is left out, as the page would be too large; each says how it is shown.`);
  if (!core.options.texts) lines.push('The texts of reviews are left out.');
  if (!core.options.names) lines.push('The names of users are left out.');
  for (const name of core.left_out_formulas) lines.push(`The formula ${cleaned(name, 60)} is left out, as its results may show what is.`);
  return lines.length > 0 ? h('p', {class: 'soft small', id: 'left-out-note'}, lines.join(' ')) : '';
}

function draw() {
  readHash();
  const view = VIEWS.find((each) => each.id === state.view);
  const main = byId('main');
  main.replaceChildren();
  view.draw(main);
  document.querySelectorAll('nav.tabs a').forEach((tab) => {
    const id = tab.dataset.view;
    tab.setAttribute('href', hashOf({view: id}));
    if (id === state.view) tab.setAttribute('aria-current', 'page');
    else tab.removeAttribute('aria-current');
  });
}

function frame() {
  const tabs = VIEWS.filter((view) => view.has()).map((view) => h('a', {href: hashOf({view: view.id}), 'data-view': view.id}, view.title));
  byId('head').append(h('p', {class: 'soft'}, summary()), leftOutNote(), tabs.length > 1 ? h('nav', {class: 'tabs', 'aria-label': 'Views'}, tabs) : '');
}

async function start() {
  core = parsed(await textOf(byId('core')));
  core.formulas ??= [];
  leftOut = JSON.parse(byId('left-out').textContent);
  details = new Details('');
  state.view = VIEWS.find((view) => view.has())?.id ?? '';
  if (state.view === '') return;
  frame();
  draw();
  document.documentElement.dataset.painted = String(Math.round(performance.now()));
  details = new Details(await textOf(byId('details')));
  if (state.view !== 'requests' && state.view !== 'matrix') draw();
  addEventListener('hashchange', () => {
    draw();
    scrollTo(0, 0);
  });
  document.documentElement.dataset.ready = '';
}

start().catch((error) => byId('main').prepend(h('p', {class: 'note', role: 'alert'}, `The views cannot be drawn: ${error.message}. A current browser draws them.`)));
})();
