// Runs the cases in Chromium: run.mjs SEEDC [--report FILE] [--only WORD] [--keep FOLDER]. The report has the form of lit's.
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';

import {launch} from './browser.mjs';
import * as cases from './cases.mjs';
import {Pages} from './pages.mjs';

const {values, positionals} = parseArgs({allowPositionals: true, options: {report: {type: 'string'}, only: {type: 'string'}, keep: {type: 'string'}}});
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'seedc-browser-'));
const pages = new Pages(resolve(positionals[0] ?? 'build/release/bin/seedc'), resolve(folder));
const tests = [];
const browser = await launch();
try {
  for (const [name, body] of Object.entries(cases)) {
    if (typeof body !== 'function' || !name.includes(values.only ?? '')) continue;
    try {
      await body({browser, pages, keep: values.keep});
      tests.push({name: `browser.${name}`, code: 'PASS'});
    } catch (error) {
      console.log(`FAILED: ${name}\n  ${error.stderr?.toString() ?? error.stack}`);
      tests.push({name: `browser.${name}`, code: 'FAIL'});
    }
  }
} finally {
  await browser.close();
  if (!values.keep) rmSync(folder, {recursive: true, force: true});
}
if (values.report) writeFileSync(values.report, JSON.stringify({tests}));
const failed = tests.filter((test) => test.code === 'FAIL').length;
console.log(`${tests.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || tests.length === 0 ? 1 : 0;
