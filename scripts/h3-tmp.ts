import { mkdtempSync } from 'node:fs';
import net from 'node:net';
import { Agent, request } from 'node:http';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { openSite } from '#server/site.ts';
const folder = mkdtempSync('/tmp/h3-stop/');
for (const what of ['nothing', 'keepalive', 'silent', 'half', 'nothing2']) {
  const site = await openSite(readConfig({ PORT: '43222', DATA_DIR: folder }), pino({ level: 'warn' }), { pages: false });
  await site.listen();
  if (what === 'keepalive') {
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((r) => request({ agent, port: 43222, host: '127.0.0.1', path: '/healthz' }, (a) => a.resume().on('end', r)).end());
  }
  if (what === 'silent') { const s = net.connect(43222, '127.0.0.1'); s.on('error', () => {}); await new Promise((r) => s.on('connect', r)); await new Promise((r) => setTimeout(r, 100)); }
  if (what === 'half') { const s = net.connect(43222, '127.0.0.1'); s.on('error', () => {}); await new Promise((r) => s.on('connect', r)); s.write('POST /api/v1/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'); await new Promise((r) => setTimeout(r, 100)); }
  const t = performance.now();
  const done = await Promise.race([site.close().then(() => 'closed'), new Promise((r) => setTimeout(() => r('NOT after 12 s'), 12000).unref())]);
  console.log(what, done, Math.round(performance.now() - t));
  if (done !== 'closed') { site.app.server.closeAllConnections(); await site.close(); console.log('after closeAll', Math.round(performance.now() - t)); }
}
