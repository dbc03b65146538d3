import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { backgroundEffects, cursorEffects } from '#people/profiles/contract/appearance-limits.ts';
import { packageRoot } from '#platform/server/config.ts';
import { ensureBrowser } from '#scripts/browser.ts';

/**
 * What a frame of each effect of profiles costs on a canvas of 1440 x 844 at a density of 1.5 (waves: 1): milliseconds of its
 * drawing code, and with the picture really made, here by the processor (a laptop's graphics unit takes that part).
 */
const folder = path.join(packageRoot(), 'people/profiles/web/appearance/effects');
const frames = 400;
const budgetMs = 1000 / 60;

const server = createServer((request, response) => {
  const name = path.basename(request.url ?? '');
  if (!name.endsWith('.ts')) return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  const code = stripTypeScriptTypes(readFileSync(path.join(folder, name), 'utf8'));
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const effects = [...backgroundEffects, ...cursorEffects].filter((effect) => effect !== 'none');
  for (const effect of effects) {
    const { code, whole } = await page.evaluate(measure, { effect, frames });
    const slow = code.at(Math.floor(code.length * 0.95))!;
    const median = (values: readonly number[]): string => values[Math.floor(values.length / 2)]!.toFixed(2);
    console.log(
      `${effect.padEnd(10)} drawing code ${median(code)} ms (95th of 100: ${slow.toFixed(2)} ms), with the picture ${median(whole)} ms`,
    );
    if (slow > budgetMs / 2) process.exitCode = 1;
  }
} finally {
  await browser.close();
  server.close();
}

/** Runs in the page. @returns sorted milliseconds of each frame */
async function measure(options: { effect: string; frames: number }): Promise<{ code: number[]; whole: number[] }> {
  const address = `/${options.effect}.ts`;
  const { default: make } = (await import(
    address
  )) as typeof import('#people/profiles/web/appearance/effects/waves.ts');
  const [width, height, density] = [1440, 844, options.effect === 'waves' ? 1 : 1.5];
  const canvas = document.createElement('canvas');
  canvas.width = width * density;
  canvas.height = height * density;
  const context = canvas.getContext('2d')!;
  context.setTransform(density, 0, 0, density, 0, 0);
  const scene = make({ primary: '#ff6b35', secondary: '#00b4d8', accent: '#ffd60a', background: '#1a1a1a' });
  scene.size(width, height);
  const pointer = { x: 700, y: 400, moved: false };
  const [code, whole]: [number[], number[]] = [[], []];
  for (let frame = 0; frame < options.frames; frame++) {
    pointer.x = 720 + Math.cos(frame / 9) * 400;
    pointer.y = 420 + Math.sin(frame / 7) * 300;
    pointer.moved = true;
    context.clearRect(0, 0, width, height);
    const before = performance.now();
    scene.draw(context, 1 / 60, pointer);
    const drawn = performance.now();
    context.getImageData(0, 0, 1, 1);
    code.push(drawn - before);
    whole.push(performance.now() - before);
  }
  const sorted = (values: number[]): number[] => values.toSorted((one, other) => one - other);
  return { code: sorted(code), whole: sorted(whole) };
}
