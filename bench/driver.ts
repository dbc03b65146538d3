import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Drive, DriveResult, LoadRequest } from './load.ts';

/** Words that no other text has: many accounts that write nearly the same are held up, as advertising is. */
const words = (): string => randomBytes(48).toString('hex').match(/.{6}/g)!.join(' ');

/** A process of its own, so that its work is not counted as the site's: sends requests and measures the answers. */
async function drive(plan: Drive): Promise<DriveResult> {
  const { hostname, port } = new URL(plan.address);
  const agent = new Agent({ keepAlive: true, maxSockets: plan.connections });
  const send = (planned: LoadRequest): Promise<number> =>
    new Promise((resolve, reject) => {
      const body = planned.body?.replaceAll('{words}', words).replaceAll('{uuid}', () => randomUUID());
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const headers = { ...planned.headers, ...length };
      const outgoing = request(
        { agent, hostname, port, method: planned.method, path: planned.path, headers },
        (answer) => {
          answer.on('error', reject);
          answer.on('end', () => resolve(answer.statusCode ?? 0));
          answer.resume();
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  let times: number[] = [];
  const wrong = new Map<number, number>();
  const run = async (seconds: number, measure: boolean): Promise<number> => {
    times = [];
    const started = performance.now();
    const end = started + seconds * 1000;
    const connection = async (index: number): Promise<void> => {
      // Writers stay with their own request; readers go through all of them, each from another place.
      for (let turn = index * 7; performance.now() < end; turn++) {
        const planned = plan.requests[(plan.ownRequest ? index : turn) % plan.requests.length]!;
        const sent = performance.now();
        const status = await send(planned);
        if (measure) times.push(performance.now() - sent);
        if (status !== (plan.status ?? 200)) wrong.set(status, (wrong.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: plan.connections }, (_, index) => connection(index)));
    return (performance.now() - started) / 1000;
  };

  await run(plan.warmUpSeconds, false);
  process.send!('start');
  const seconds = await run(plan.seconds, true);
  agent.destroy();
  const sorted = Float64Array.from(times).toSorted();
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { requests: sorted.length, seconds, p50: at(0.5), p99: at(0.99), wrong: Object.fromEntries(wrong) };
}

process.once('message', (plan: Drive) => {
  drive(plan).then(
    (result) => process.send!(result, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
