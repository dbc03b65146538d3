import { randomUUID } from 'node:crypto';

/** Where error reports go. */
export interface ReportSettings {
  /** Address for envelopes. */
  readonly url: string;
  /** The public key of the project: it may send reports. Never logged. */
  readonly key: string;
}

/** One error of the log. */
export interface Reported {
  readonly error: Error;
  /** What the line of the log says. */
  readonly message: string;
  readonly level: 'warning' | 'error' | 'fatal';
  readonly tags: Readonly<Record<string, string>>;
}

/** Reports that wait, and that are sent in a minute; more are dropped. */
const MAX_QUEUED = 20;
const MAX_A_MINUTE = 30;
const MINUTE_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;
const MAX_CAUSES = 3;
const MAX_FRAMES = 50;

/**
 * A message without what may be a member's: quoted values, addresses of mail and of pages, tokens, ids and long numbers.
 */
export const scrubbed = (text: string): string =>
  text
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '"…"')
    .replaceAll(/[a-z][a-z\d+.-]*:\/\/\S+/gi, '…')
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…')
    .replaceAll(/\/[^\s/]+(?:\/\S*)+/g, '…')
    .replaceAll(/[\w-]{20,}|\d{5,}|\b\d{1,3}(?:\.\d{1,3}){3}\b|(?:[\da-f]*:){3,}[\da-f]*/gi, '…')
    .slice(0, 500);

/** The places in the code that a stack names, the outermost first as Sentry wants them. */
function framesOf(stack: string, root: string) {
  const lines = stack.split('\n').flatMap((line) => {
    const [, name, file, row, column] =
      /^\s+at (?:(?:async )?(.+?) \()?(?:file:\/\/)?((?:\/|[A-Z]:|node:)[^():]*(?:\/[^():]*)*):(\d+):(\d+)\)?$/.exec(
        line,
      ) ?? [];
    if (file === undefined) return [];
    const [plain = file] = file.split('?', 1);
    const filename = file.startsWith(root)
      ? plain.slice(root.length + 1)
      : plain.replace(/^.*\/node_modules\//, 'node_modules/');
    const isOwn = file.startsWith(root) && !file.includes('node_modules');
    return [{ function: name ?? '?', filename, lineno: Number(row), colno: Number(column), in_app: isOwn }];
  });
  return lines.slice(0, MAX_FRAMES).toReversed();
}

function causesOf(error: Error): Error[] {
  const chain: Error[] = [];
  for (let current: unknown = error; current instanceof Error && chain.length < MAX_CAUSES; current = current.cause)
    chain.push(current);
  return chain;
}

/** The envelope of one report: the protocol's three lines. */
function envelopeOf({ error, message, level, tags }: Reported, about: { version: string; root: string }): string {
  const id = randomUUID().replaceAll('-', '');
  const now = new Date().toISOString();
  const event = JSON.stringify({
    event_id: id,
    timestamp: now,
    platform: 'node',
    level,
    logger: 'looproom',
    release: `looproom@${about.version}`,
    tags,
    logentry: { formatted: scrubbed(message) },
    exception: {
      values: causesOf(error)
        .toReversed()
        .map((one) => ({
          type: one.name,
          value: scrubbed(one.message),
          // Its first line is the message.
          stacktrace: { frames: framesOf((one.stack ?? '').replace(`${one.name}: ${one.message}`, ''), about.root) },
        })),
    },
  });
  return `${JSON.stringify({ event_id: id, sent_at: now })}\n${JSON.stringify({ type: 'event', length: Buffer.byteLength(event) })}\n${event}\n`;
}

/**
 * Sends errors of the log to a service that speaks Sentry's protocol, in the background: an equal one once a minute, at
 * most {@link MAX_A_MINUTE} a minute, none while the service asks for a pause. What it does not take is dropped.
 */
export function makeErrorReports(
  { url, key }: ReportSettings,
  about: { readonly version: string; readonly root: string; readonly warn: (reason: string) => void },
  now: () => number = () => performance.now(),
): { report(reported: Reported): void; stop(): Promise<void> } {
  const queue: Reported[] = [];
  const lastAt = new Map<string, number>();
  let sentAt: number[] = [];
  let pausedUntil = 0;
  let isAway = false;
  const post = async (reported: Reported): Promise<void> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=looproom/${about.version}, sentry_key=${key}`,
      },
      body: envelopeOf(reported, about),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await answer.body?.cancel();
    if (answer.status === 429)
      pausedUntil = now() + Math.min(3600, Number(answer.headers.get('retry-after')) || 60) * 1000;
    else if (!answer.ok) throw new Error(`status ${answer.status}`);
  };
  const sendAll = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (now() < pausedUntil) continue;
      try {
        await post(next);
        isAway = false;
      } catch (error) {
        if (!isAway) about.warn((error as Error).message);
        isAway = true;
      }
    }
  };
  let sending: Promise<void> | null = null;
  return {
    report(reported) {
      const at = now();
      const { error } = reported;
      // Messages differ by their values; the place is the same.
      const same = `${error.name} ${(error.stack ?? '').split('\n').find((line) => /^\s+at /.test(line)) ?? error.message}`;
      sentAt = sentAt.filter((one) => at - one < MINUTE_MS);
      const last = lastAt.get(same);
      if (last !== undefined && at - last < MINUTE_MS) return;
      if (queue.length >= MAX_QUEUED || sentAt.length >= MAX_A_MINUTE || at < pausedUntil) return;
      if (lastAt.size > 1000) lastAt.clear();
      lastAt.set(same, at);
      sentAt.push(at);
      queue.push(reported);
      sending ??= sendAll().finally(() => (sending = null));
    },
    async stop() {
      await sending;
    },
  };
}
