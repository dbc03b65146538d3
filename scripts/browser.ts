import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { canInstall, findCommand, installPackage, isExecutable } from './postgres/system-package.ts';

// First the one without a window: the same browser for two thirds of the work.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
  'chrome',
];

/** Paths of browsers that are not in the search path. */
function usualPlaces(): string[] {
  const home = process.env['HOME'] ?? '';
  const windows = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? []);
  return [
    ...['/Applications', path.join(home, 'Applications')].flatMap((folder) => [
      path.join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      path.join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
      path.join(folder, 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
    ]),
    ...windows.flatMap((folder) => [
      path.join(folder, 'Google/Chrome/Application/chrome.exe'),
      path.join(folder, 'Chromium/Application/chrome.exe'),
      path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]),
    '/snap/bin/chromium',
  ];
}

/** The browser of `CHROMIUM_PATH`, of the search path or of a usual place; null when there is none. */
export function findBrowser(): string | null {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (!isExecutable(given)) throw new Error(`CHROMIUM_PATH names ${given}, which is no program.`);
    return given;
  }
  for (const name of names) {
    const found = findCommand(name);
    if (found !== null) return found;
  }
  return usualPlaces().find(isExecutable) ?? null;
}

/**
 * Finds the browser, or installs Debian's Chromium where that is possible without asking.
 * @throws with a sentence that says what to install
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found !== null) return found;
  if (canInstall()) {
    installPackage('chromium-headless-shell', 'chromium');
    const installed = findBrowser();
    if (installed !== null) return installed;
  }
  throw new Error(
    'The browser tests need Chromium or Chrome 120 or newer. Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or name its program in CHROMIUM_PATH.',
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(ensureBrowser());
