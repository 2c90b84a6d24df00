// What a reader does with a page, a case each. A case throws where the page is wrong.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

import {findings, goTo, open} from './browser.mjs';
import {HOSTILE, LONG_WORD} from './pages.mjs';

const GOLD = '0yfRtaK2ydjoeuCxkxO8xG';
/** Every view, with a word that it shows. */
const VIEWS = [
  ['requests', '#view=requests', 'Near misses'],
  ['matrix', '#view=matrix', 'framed: the gold item'],
  ['request', `#view=request&request=R33&item=${GOLD}`, 'patio_reviews'],
  ['formulas', `#view=formulas&item=${GOLD}`, 'How it comes about'],
  ['ledger', '#view=ledger', 'Items by request'],
  ['run', '#view=run', 'Plan'],
  ['code', '#view=code', 'IR, optimised'],
];

/** An item with open reviews, so that its verdict is not settled. */
const OPEN = 'AVm0aBFAQCDNiNndY-w6tz';
/** The same of a formula some of whose reviews are open. */
const OPEN_VIEWS = [
  ['open-score', `#view=formulas&output=RISK&item=${OPEN}`, 'What would change VERDICT'],
  ['open-verdict', `#view=formulas&output=VERDICT&item=${OPEN}`, 'Not counted: '],
  ['open-ledger', '#view=ledger', 'not settled'],
];
const PAGES_AND_VIEWS = [['cafes', VIEWS], ['open', OPEN_VIEWS]];

async function using(page, body) {
  try {
    await body(page);
    assert.deepEqual(page.complaints, []);
  } finally {
    await page.close();
  }
}

const textOf = (page) => page.evaluate(() => document.body.innerText);

export async function every_view_is_drawn({browser, pages, keep}) {
  for (const [file, views] of PAGES_AND_VIEWS) {
    await using(await open(browser, pages.get(file)), async (page) => {
      for (const [name, hash, word] of views) {
        await goTo(page, hash);
        assert.ok((await textOf(page)).includes(word), `${name} does not show ${word}`);
        if (keep) await page.screenshot({path: join(keep, `${name}.png`), fullPage: true});
      }
    });
  }
}

export async function numbers_are_those_of_the_run({browser, pages}) {
  await using(await open(browser, pages.get('exact'), '#view=formulas&item=b'), async (page) => {
    const text = await textOf(page);
    for (const part of ['9,007,199,254,740,993', '1e-7', '2 values', 'above']) assert.ok(text.includes(part), `no ${part}`);
    assert.match(text, /SUM > 9,007,199,254,740,992\s+holds, 1 away/);
    await goTo(page, '#view=formulas&output=LIST&item=b');
    assert.ok(!(await textOf(page)).includes('null'), 'a list is null');
  });
}

export async function axe_finds_nothing({browser, pages}) {
  for (const scheme of ['light', 'dark']) {
    for (const [file, views] of PAGES_AND_VIEWS) {
      for (const [name, hash] of views) {
        await using(await open(browser, pages.get(file), hash, {scheme}), async (page) => {
          assert.deepEqual(await findings(page), [], `${name}, ${scheme}`);
        });
      }
    }
  }
}

export async function fits_320_pixels({browser, pages}) {
  for (const [file, views] of [...PAGES_AND_VIEWS, ['hostile', VIEWS]]) {
    await using(await open(browser, pages.get(file), '', {width: 320, height: 700}), async (page) => {
      for (const [name, hash] of views) {
        await goTo(page, hash);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 320, `${name} is ${width} pixels wide`);
      }
    });
  }
}

export async function first_table_needs_no_script({browser, pages}) {
  await using(await open(browser, pages.get('cafes'), '', {script: false}), async (page) => {
    const rows = await page.$$eval('main table', (tables) => tables.map((table) => table.tBodies[0].rows.length));
    assert.deepEqual(rows, [55, 20]);
    assert.ok((await textOf(page)).includes('Two Sisters Kitchen'));
  });
}

export async function trees_have_the_values_of_the_run({browser, pages}) {
  // The tree that the page computes of the values of conditions against what the run found.
  for (const name of ['cafes', 'large']) {
    await using(await open(browser, pages.get(name)), async (page) => {
      const wrong = await page.evaluate(async () => {
        const element = document.getElementById('core');
        let text = element.textContent;
        if (element.hasAttribute('data-gzip')) {
          const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
          text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
        }
        const core = JSON.parse(text);
        const of = {'+': 1, '?': 0, '-': -1};
        const step = Math.max(1, Math.floor(core.items.ids.length / 500));
        let differences = 0, compared = 0;
        for (const request of core.requests) {
          for (let item = 0; item < core.items.ids.length; item += step) {
            const values = [];
            for (const node of request.nodes) {
              const args = (node.args ?? []).map((arg) => values[arg]);
              const count = (value) => args.filter((each) => each === value).length;
              if (node.op === 'CONDITION') values.push(of[core.conditions[node.condition].values[item]]);
              else if (node.op === 'NOT') values.push(0 - args[0]);
              else if (node.op === 'AND') values.push(Math.min(...args));
              else if (node.op === 'OR') values.push(Math.max(...args));
              else values.push(count(1) >= node.k ? 1 : count(1) + count(0) >= node.k ? 0 : -1);
            }
            ++compared;
            if (values.at(-1) !== of[request.values[item]]) ++differences;
          }
        }
        return {differences, compared: compared > 1000};
      });
      assert.deepEqual(wrong, {differences: 0, compared: true});
    });
  }
}

export async function a_formula_says_what_would_turn_it({browser, pages}) {
  const item = 'fCmgvQ8RhpU7OPd3ulGvAj';
  await using(await open(browser, pages.get('cafes'), `#view=formulas&output=VERDICT&item=${item}`), async (page) => {
    const text = await textOf(page);
    assert.match(text, /What would change VERDICT\s+It takes 1 change; any of these:/);
    assert.match(text, /lapse\s+moderate\s+→\s+none/);
    assert.match(text, /Each with a probability of 5 %/);
    assert.match(text, /VERDICT flips in [\d.]+ % of all cases/);
  });
}

export async function what_is_not_settled_has_bounds({browser, pages}) {
  await using(await open(browser, pages.get('open'), `#view=formulas&output=RISK&item=${OPEN}`), async (page) => {
    const outputs = await page.$eval('dl.outputs', (list) => list.innerText);
    assert.match(outputs, /RISK\s+in \[2\.9308, 13\.415\]/);
    assert.match(outputs, /VERDICT\s+in \{high, raised\}/);
    assert.ok(await page.$('ol.ranked .fill.wide'), 'no bar has bounds');
    assert.match(await textOf(page), /No answer yet about \d+ reviews? of this item/);
    await goTo(page, '#view=ledger');
    assert.match(await textOf(page), /43 open/);
  });
}

export async function a_request_is_found_by_typing({browser, pages}) {
  await using(await open(browser, pages.get('cafes'), '#view=requests'), async (page) => {
    await page.type('#find-requests', 'R33');
    assert.deepEqual(await page.$$eval('tbody th', (heads) => heads.map((head) => head.querySelector('a').innerText)), ['R33']);
    await page.click('tbody th a');
    await page.waitForSelector('ul.tree mark');
    const marks = await page.$$eval('mark', (all) => all.map((mark) => mark.innerText.toLowerCase()));
    assert.ok(marks.includes('string lights') && marks.every((mark) => ['string lights', 'patio is the best', 'work'].includes(mark)), String(marks));
  });
}

export async function the_table_is_sorted_by_its_columns({browser, pages}) {
  await using(await open(browser, pages.get('cafes'), '#view=requests'), async (page) => {
    const unknown = () => page.$$eval('tbody tr', (rows) => rows.map((row) => Number(row.cells[3].innerText)));
    await page.evaluate(() => [...document.querySelectorAll('th button')].find((button) => button.innerText.startsWith('Unknown')).click());
    const up = await unknown();
    assert.deepEqual(up, [...up].sort((a, b) => a - b));
    await page.evaluate(() => document.activeElement.click());
    assert.deepEqual(await unknown(), [...up].sort((a, b) => b - a));
    assert.equal(await page.$eval('th[aria-sort=descending]', (head) => head.innerText.slice(0, 7)), 'Unknown');
  });
}

export async function the_matrix_is_walked_by_keys({browser, pages}) {
  await using(await open(browser, pages.get('cafes'), '#view=matrix'), async (page) => {
    await page.focus('.grid');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
    const active = () => page.$eval('.grid', (grid) => grid.getAttribute('aria-activedescendant'));
    assert.equal(await active(), 'cell-1-1');
    await page.keyboard.press('End');
    assert.equal(await active(), 'cell-1-54');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForSelector('ul.tree');
    assert.ok(page.url().includes('request=R01'), page.url());
  });
}

export async function everything_is_reached_by_tab({browser, pages}) {
  await using(await open(browser, pages.get('cafes'), '#view=requests'), async (page) => {
    const seen = new Set();
    for (let i = 0; i < 40; ++i) {
      await page.keyboard.press('Tab');
      seen.add(await page.evaluate(() => {
        const focused = document.activeElement;
        const shows = getComputedStyle(focused).outlineStyle !== 'none' || focused.matches(':focus-visible');
        return `${shows ? '' : 'unseen '}${focused.id || focused.dataset.view || focused.innerText?.slice(0, 12)}`;
      }));
    }
    for (const reached of ['requests', 'matrix', 'code', 'find-requests', 'R01']) assert.ok(seen.has(reached), `${reached} of ${[...seen]}`);
    assert.ok(![...seen].some((each) => each.startsWith('unseen')), [...seen].join());
  });
}

export async function items_are_picked_by_keys({browser, pages}) {
  await using(await open(browser, pages.get('cafes'), '#view=request&request=R33'), async (page) => {
    await page.click('#pick-item');
    await page.keyboard.type('slow morning d');
    await page.waitForSelector('#pick-item-list li[aria-selected=true]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#at-item')?.innerText.includes('Slow Morning Diner'));
    assert.ok((await textOf(page)).includes('To become a match'));
  });
}

export async function hostile_texts_are_text({browser, pages}) {
  await using(await open(browser, pages.get('hostile'), '#view=matrix'), async (page) => {
    for (const [name, hash] of VIEWS) {
      await goTo(page, hash);
      assert.equal(await page.evaluate(() => globalThis.pwned), undefined, name);
      assert.equal(await page.$$eval('img, script:not(#core):not(#details):not(#left-out)', (all) => all.length), 1, name);
    }
    await goTo(page, `#${new URLSearchParams({view: 'request', request: HOSTILE.script, item: `id 0 ${HOSTILE.script}`})}`);
    const shown = await textOf(page);
    assert.ok(shown.includes(HOSTILE.script), shown);
    assert.ok(shown.includes(HOSTILE.image));
    assert.ok(!shown.includes(LONG_WORD));
    await goTo(page, `#${new URLSearchParams({view: 'request', request: HOSTILE.script, item: `id 3 ${HOSTILE.turned}`})}`);
    const turned = await textOf(page);
    assert.ok(turned.includes('U+202E') && turned.includes('U+200F'), turned);
    assert.ok(!/[\u202a-\u202e\u2066-\u2069]/u.test(turned));
  });
}

export async function large_pages_are_painted_within_a_second({browser, pages}) {
  const page = await open(browser, pages.get('large'), '#view=matrix');
  await using(page, async () => {
    const times = [Number(await page.evaluate(() => document.documentElement.dataset.painted))];
    for (let i = 0; i < 2; ++i) {
      await page.reload();
      await page.waitForSelector('html[data-ready]');
      times.push(Number(await page.evaluate(() => document.documentElement.dataset.painted)));
    }
    const best = Math.min(...times);
    console.log(`  10,000 items by 100 requests: painted after ${times.join(', ')} ms`);
    assert.ok(best < 1000, `painted after ${best} ms`);
    const cells = await page.$$eval('[role=gridcell]', (all) => all.length);
    assert.ok(cells > 100 && cells < 10_000, `${cells} cells are in the page`);
    await page.evaluate(() => { document.querySelector('.grid').scrollTop = 200_000; });
    await page.waitForFunction(() => [...document.querySelectorAll('.grid .name')].some((name) => name.innerText === 'Place 7700'));
    await page.type('#find-items', 'Place 9999');
    await page.waitForFunction(() => document.querySelectorAll('.grid .name').length === 1);
  });
}

export async function evidence_that_does_not_fit_is_named({browser, pages}) {
  await using(await open(browser, pages.get('small')), async (page) => {
    assert.ok((await readFile(pages.get('small'))).length <= 300_000);
    assert.match(await textOf(page), /The evidence of .* is left out/);
    await goTo(page, '#view=request&request=R33&item=W9iPProwEhm-SKRYM6Pl1b');
    const shown = await textOf(page);
    assert.match(shown, /seedc explain .*requests\.req --data .*cafes --request R33 --item W9iPProwEhm-SKRYM6Pl1b/);
  });
}

export async function a_line_lights_up_across_stages({browser, pages}) {
  await using(await open(browser, pages.get('cafes'), '#view=code'), async (page) => {
    await page.evaluate(() => [...document.querySelectorAll('button.line')].find((line) => line.innerText.startsWith('let drive_thru')).click());
    const lit = await page.$$eval('.pane', (sections) => sections.map((section) => [...section.querySelectorAll('.lit')].map((line) => line.innerText.trim())));
    assert.ok(lit[0].some((line) => line.startsWith('let drive_thru')), JSON.stringify(lit));
    const stages = lit.flat().join('\n');
    assert.match(stages, /%\d+ = meta.match path=\["attributes","DriveThru"\]/);
    assert.match(stages, /condition \d+: attributes.DriveThru matches/);
    // Every condition of the plan against the line of the IR that it lights up.
    const pairs = await page.evaluate(() => {
      const panes = [...document.querySelectorAll('.pane')];
      const found = [];
      for (const line of panes.at(-2).querySelectorAll('button.line')) {
        if (!/^\s*condition \d+: attributes\.\w+ (matches|contains)/.test(line.innerText)) continue;
        line.click();
        found.push([line.innerText, [...panes.at(-3).querySelectorAll('.lit')].map((lit) => lit.innerText).join(' ')]);
      }
      return found;
    });
    assert.ok(pairs.length > 30, String(pairs.length));
    for (const [planned, ir] of pairs) assert.ok(ir.includes(`"${/attributes\.(\w+)/.exec(planned)[1]}"`), `${planned} lights up ${ir}`);
  });
}

/** The picture of an element, as the hash of its pixels. */
async function picture(page, selector) {
  const element = await page.$(selector);
  assert.ok(element, selector);
  return (await element.screenshot()).toString('base64');
}

export async function pictures_tell_the_values_apart({browser, pages}) {
  const shapes = ['.legend .v.yes', '.legend .v.unknown', '.legend .v.no'];
  for (const scheme of ['light', 'dark']) {
    await using(await open(browser, pages.get('cafes'), '#view=matrix', {scheme}), async (page) => {
      const all = [];
      for (const shape of shapes) all.push(await picture(page, shape));
      assert.equal(new Set(all).size, 3, scheme);
      // Without colours, too.
      await page.evaluate(() => { document.documentElement.style.filter = 'grayscale(1)'; });
      const grey = [];
      for (const shape of shapes) grey.push(await picture(page, shape));
      assert.equal(new Set(grey).size, 3, `${scheme}, grey`);
    });
  }
}

export async function pictures_are_the_same_each_time({browser, pages}) {
  for (const [name, hash] of VIEWS.filter(([each]) => each !== 'run')) {
    const taken = [];
    for (const scheme of ['light', 'light', 'dark']) {
      await using(await open(browser, pages.get('cafes'), hash, {scheme}), async (page) => { taken.push(await picture(page, 'body')); });
    }
    assert.ok(taken[0] === taken[1], `${name} differs from itself`);
    assert.ok(taken[0] !== taken[2], `${name} is the same in the dark`);
  }
}

export async function prints_what_is_shown({browser, pages}) {
  await using(await open(browser, pages.get('cafes'), `#view=request&request=R33&item=${GOLD}`), async (page) => {
    await page.emulateMediaType('print');
    assert.equal(await page.$eval('nav.tabs', (tabs) => getComputedStyle(tabs).display), 'none');
    assert.ok((await page.pdf({format: 'A4'})).length > 10_000);
  });
}
