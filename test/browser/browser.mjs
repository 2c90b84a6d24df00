// Chromium without a window, and pages opened in it, whose complaints are kept.
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const require = createRequire(new URL('../../build/browser/', import.meta.url));
const {default: puppeteer} = await import(pathToFileURL(require.resolve('puppeteer-core')).href);
const AXE = require.resolve('axe-core/axe.min.js');

const TIMEOUT = 120_000;

export async function launch() {
  return puppeteer.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'], protocolTimeout: TIMEOUT});
}

/** A file opened at a place of it, `#view=…`; `complaints` are errors, warnings and requests. */
export async function open(browser, file, hash = '', {width = 1280, height = 900, scheme = 'light', script = true} = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT);
  page.complaints = [];
  page.on('console', (message) => page.complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    page.complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('file:') && !request.url().startsWith('blob:')) page.complaints.push(`request: ${request.url()}`);
  });
  await page.setJavaScriptEnabled(script);
  await page.setViewport({width, height});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}, {name: 'prefers-reduced-motion', value: 'reduce'}]);
  await page.goto(pathToFileURL(file).href + hash);
  if (script) await page.waitForSelector('html[data-ready]');
  return page;
}

/** Goes to another place of the page that is open. */
export async function goTo(page, hash) {
  await page.evaluate((to) => { location.hash = to; }, hash);
  await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
}

/** What axe finds, in words. The page's policy lets no script in: axe comes by the debugger. */
export async function findings(page) {
  const {readFile} = await import('node:fs/promises');
  await page.evaluate(await readFile(AXE, 'utf8'));
  const results = await page.evaluate(() => globalThis.axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}));
  return results.violations.map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} (${node.any.map((check) => check.message).join('; ')})`).join(', ')}`);
}
