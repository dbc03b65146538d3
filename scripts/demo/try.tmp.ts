import { mkdtempSync } from 'node:fs';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { makeDemo } from './make.ts';
const dir = mkdtempSync('/tmp/demospike/d-');
const config = readConfig({ DATA_DIR: dir, PORT: '3999' });
const t = performance.now();
const s = await makeDemo(config, {
  log: pino({ level: 'error' }),
  onProgress: (d, a) => {
    if (d % 1000 === 0) console.log(d, a, ((performance.now() - t) / 1000).toFixed(1));
  },
});
console.log(s, ((performance.now() - t) / 1000).toFixed(1), dir);
